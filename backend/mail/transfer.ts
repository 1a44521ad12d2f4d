import type { Locale } from '#lib/contract/locale.ts'
import { htmlOf } from './html.ts'
import type { Message } from './sender.ts'
import { TRANSFERS } from './transfer-words.ts'

type Content = {
  to: string
  locale: Locale
  /** Whether the reader had the publication before, or has it now. */
  about: 'given' | 'received'
  id: string
  title: string
  /** Who has it now, or had it before. */
  other: string
  site: { name: string; url: string }
}

/** The message about a plugin that went to the verified owner of its repository. */
export function transferLetter(content: Content): Message {
  const { to, locale, about, id, title, other, site } = content
  const words = TRANSFERS[about][locale]
  const address = `${site.url}/home/plugin/detail/${id}`
  const values = new Map(Object.entries({ title, other, site: site.name, address }))
  // In one pass and by a function: a value is neither filled in again nor read as `$&`.
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole)
  const lines = [words.lead, words.what, address].map(fill)
  return {
    to,
    subject: fill(words.subject),
    text: `${[...lines, `${site.name}\n${site.url}`].join('\n\n')}\n`,
    html: htmlOf({ locale, site: site.name, siteUrl: site.url, lines }),
  }
}
