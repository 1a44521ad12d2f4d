import { composeMessage } from './compose.ts'
import type { Message } from './sender.ts'

type Content = {
  site: { name: string; url: string; supportEmail: string }
  subject: string
  lines: string[]
}

/** A message to the operator, in English as the log is. */
export function operatorMessage({ site, subject, lines }: Content): Message {
  // As values: names and titles are not read for placeholders.
  const values = Object.fromEntries([subject, ...lines].map((text, at) => [`text${at}`, text]))
  const [first = '', ...others] = Object.keys(values).map((name) => `{${name}}`)
  return composeMessage({
    to: site.supportEmail,
    locale: 'en',
    site,
    subject: `{site}: ${first}`,
    lines: others,
    values,
  })
}
