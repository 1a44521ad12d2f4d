import type { Locale } from '#lib/contract/locale.ts'
import type { OperatorAction } from '#lib/contract/operator.ts'
import { composeMessage } from './compose.ts'
import type { Message } from './sender.ts'
import { mailTexts } from './texts.ts'

/** `hold`: the decision is still to be made. */
type Decision = OperatorAction | 'hold'

type Content = {
  to: string
  locale: Locale
  action: Decision
  title: string
  reason: string
  site: { name: string; url: string; supportEmail: string }
}

/** What follows the decision in the message: its reason, and where to write. */
const LINES: Record<Decision, ('reason' | 'contact')[]> = {
  hide: ['reason', 'contact'],
  restore: ['reason'],
  delete: ['reason', 'contact'],
  hold: [],
  release: ['reason'],
  refuse: ['reason', 'contact'],
}

/** The message to an author about what the operator has decided, or that a publication waits for it. */
export function moderationMessage({ to, locale, action, title, reason, site }: Content): Message {
  const texts = mailTexts(locale).moderation
  return composeMessage({
    to,
    locale,
    site,
    subject: texts[action].subject,
    lines: [texts[action].what, ...LINES[action].map((line) => texts[line])],
    values: { title, reason, email: site.supportEmail },
  })
}
