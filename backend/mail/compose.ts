import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
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
export function composeMessage({ to, subject, lines, values, ...content }: Content): Message {
  const { site } = content
  const all = new Map(Object.entries({ site: site.name, ...values }))
  // One pass with a function: placeholders and `$&` inside a value are not replaced.
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => all.get(name) ?? placeholder)
  const filled = lines.map(fill)
  return {
    to,
    subject: fill(subject),
    text: `${[...filled, `${site.name}\n${site.url}`].join('\n\n')}\n`,
    html: toHtml({ ...content, lines: filled }),
  }
}

/** A message as HTML: its lines as paragraphs, and a link to the site. */
function toHtml({
  locale,
  site,
  lines,
  code = null,
}: Omit<Content, 'to' | 'subject' | 'values'>): string {
  const paragraphs = lines.map((line) => {
    const style =
      line === code
        ? 'margin:24px 0;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.25em'
        : 'margin:16px 0'
    return `<p style="${style}">${escapeHtml(line)}</p>`
  })
  const keys = ['#b7a1ff', '#58d3c2', '#f2b955', '#ff97ae'].map(
    (colour) =>
      `<span style="display:inline-block;width:28px;height:8px;margin-right:4px;border-radius:4px;background:${colour}"></span>`,
  )
  return `<!doctype html>
<html lang="${locale}" dir="${LANGUAGES[locale].direction}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(site.name)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.6 system-ui,-apple-system,Segoe UI,sans-serif">
<div style="max-width:32rem;margin:0 auto">${keys.join('')}
${paragraphs.join('\n')}
<p style="margin:32px 0 0;font-size:14px"><a href="${escapeHtml(site.url)}">${escapeHtml(site.name)}</a></p></div>
</body></html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
