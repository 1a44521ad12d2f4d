import type { Locale } from '#lib/contract/locale.ts'
import { toHtml } from './html.ts'
import type { Message } from './sender.ts'

type Content = {
  to: string
  locale: Locale
  site: { name: string; url: string }
  /** May contain placeholders such as `{site}`. */
  subject: string
  /** Paragraphs of the message; may contain placeholders. */
  lines: string[]
  /** Values of the placeholders; `{site}` is always defined. */
  values: Record<string, string>
  /** Paragraph that is shown large. */
  code?: string | null
}

/** A message as plain text and HTML, signed with the name and address of the site. */
export function composeMessage({
  to,
  locale,
  site,
  subject,
  lines,
  values,
  code,
}: Content): Message {
  const all = new Map(Object.entries({ site: site.name, ...values }))
  // One pass with a function: placeholders and `$&` inside a value are not replaced.
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => all.get(name) ?? placeholder)
  const filled = lines.map(fill)
  return {
    to,
    subject: fill(subject),
    text: `${[...filled, `${site.name}\n${site.url}`].join('\n\n')}\n`,
    html: toHtml({ locale, site, lines: filled, code: code ?? null }),
  }
}
