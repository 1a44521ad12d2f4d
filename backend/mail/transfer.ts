import type { Locale } from '#lib/contract/locale.ts'
import { composeMessage } from './compose.ts'
import type { Message } from './sender.ts'
import { mailTexts } from './texts.ts'

type Content = {
  to: string
  locale: Locale
  /** Whether the reader lost or received the publication. */
  role: 'given' | 'received'
  id: string
  title: string
  /** Name of the other account. */
  other: string
  site: { name: string; url: string }
}

/** The message about a plugin that was transferred to the verified owner of its repository. */
export function transferMessage(content: Content): Message {
  const { to, locale, role, id, title, other, site } = content
  const { subject, lead, what } = mailTexts(locale).transfer[role]
  const values = { title, other, address: `${site.url}/home/plugin/detail/${id}` }
  return composeMessage({ to, locale, site, subject, lines: [lead, what, '{address}'], values })
}
