import type { Locale } from '#lib/contract/locale.ts'
import type { OperatorAction } from '#lib/contract/operator.ts'
import { composeMessage } from './compose.ts'
import type { Message } from './sender.ts'
import { mailTexts } from './texts.ts'

type Content = {
  to: string
  locale: Locale
  action: OperatorAction
  title: string
  reason: string
  site: { name: string; url: string; supportEmail: string }
}

/** The message to an author whose project the operator has hidden, restored or deleted. */
export function moderationMessage({ to, locale, action, title, reason, site }: Content): Message {
  const texts = mailTexts(locale).moderation
  return composeMessage({
    to,
    locale,
    site,
    subject: texts[action].subject,
    lines: [texts[action].what, texts.reason, ...(action === 'restore' ? [] : [texts.contact])],
    values: { title, reason, email: site.supportEmail },
  })
}
