import type { Locale } from '#lib/contract/locale.ts'
import { composeMessage } from './compose.ts'
import type { Message } from './sender.ts'
import { mailTexts } from './texts.ts'

/** What a notice is about; `messages/*.json` has its texts. */
export type NoticeEvent = 'signed_in' | 'password_changed' | 'token_created' | 'publisher_added'

type Content = {
  to: string
  locale: Locale
  event: NoticeEvent
  agent: { browser: string; system: string }
  at: Date
  site: { name: string; url: string }
}

/** The message about an event on an account that its owner may not have caused. */
export function noticeMessage({ to, locale, event, agent, at, site }: Content): Message {
  const { subject, lead, what } = mailTexts(locale).notice[event]
  const device = [agent.browser, agent.system].filter(Boolean).join(', ')
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  const values = { device: device || mailTexts(locale).unknownDevice, time: `${time} UTC` }
  return composeMessage({ to, locale, site, subject, lines: [lead, what], values })
}
