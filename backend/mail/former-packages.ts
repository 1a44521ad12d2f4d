import type { Locale } from '#lib/contract/locale.ts'
import { composeMessage } from './compose.ts'
import type { Message } from './sender.ts'
import { mailTexts } from './texts.ts'

type Content = {
  to: string
  locale: Locale
  plugins: { id: string; title: string }[]
  /** How long their files stay. */
  days: number
  site: { name: string; url: string }
}

/** The message to an author whose packages are no longer offered, since they have not proved to own the repository. */
export function formerPackagesMessage({ to, locale, plugins, days, site }: Content): Message {
  const { subject, lead, prove, kept } = mailTexts(locale).formerPackages
  const list = plugins.map(({ id, title }) => `${title}\n${site.url}/home/plugin/detail/${id}`)
  // As values: a title is not read for placeholders.
  const values = Object.fromEntries(list.map((text, at) => [`plugin${at}`, text]))
  const lines = [lead, ...Object.keys(values).map((name) => `{${name}}`), prove, kept]
  return composeMessage({
    to,
    locale,
    site,
    subject,
    lines,
    values: { ...values, days: String(days) },
  })
}
