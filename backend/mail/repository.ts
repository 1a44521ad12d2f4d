import type { Locale } from '#lib/contract/locale.ts'
import type { RepositoryStatus } from '#lib/contract/project.ts'
import { composeMessage } from './compose.ts'
import type { Message } from './sender.ts'
import { mailTexts } from './texts.ts'

type Content = {
  to: string
  locale: Locale
  status: RepositoryStatus
  id: string
  title: string
  site: { name: string; url: string }
}

/** The message to the author of a plugin whose repository is another one now, or belongs to another account. */
export function repositoryMessage({ to, locale, status, id, title, site }: Content): Message {
  const { prove, ...texts } = mailTexts(locale).repository
  const { subject, lead, what } = texts[status]
  const values = { title, address: `${site.url}/home/plugin/detail/${id}` }
  const lines = [lead, what, prove, '{address}']
  return composeMessage({ to, locale, site, subject, lines, values })
}
