import type { Locale } from '#lib/contract/locale.ts'
import type { Message } from './sender.ts'
import { LETTERS, NO_ACCOUNT } from './words.ts'

type Content = {
  to: string
  locale: Locale
  site: string
  siteUrl: string
  purpose: 'enter' | 'reset'
  /** None: there is no account of that address to reset. */
  code: string | null
  minutes: number
}

/** The message that brings a code, as text and as HTML, in the reader's language. */
export function codeLetter({
  to,
  locale,
  site,
  siteUrl,
  purpose,
  code,
  minutes,
}: Content): Message {
  const words = code === null ? NO_ACCOUNT[locale] : LETTERS[purpose][locale]
  const values = new Map(Object.entries({ site, code: code ?? '', minutes: String(minutes) }))
  // In one pass and by a function: a value is neither filled in again nor read as `$&`.
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole)
  const lines: string[] = [
    words.lead,
    ...(code === null ? [] : [code]),
    ...(words.validity === undefined ? [] : [words.validity]),
    words.ignore,
  ].map((line) => fill(line))
  return {
    to,
    subject: fill(words.subject),
    text: `${[...lines, `${site}\n${siteUrl}`].join('\n\n')}\n`,
    html: page(locale, site, siteUrl, lines, code),
  }
}

function page(locale: Locale, site: string, siteUrl: string, lines: string[], code: string | null) {
  const paragraphs = lines.map((line) => {
    const look =
      line === code
        ? 'margin:24px 0;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.25em'
        : 'margin:16px 0'
    return `<p style="${look}">${escapeHtml(line)}</p>`
  })
  const keys = ['#b7a1ff', '#58d3c2', '#f2b955', '#ff97ae'].map(
    (hue) =>
      `<span style="display:inline-block;width:28px;height:8px;margin-right:4px;border-radius:4px;background:${hue}"></span>`,
  )
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(site)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.6 system-ui,-apple-system,Segoe UI,sans-serif">
<div style="max-width:32rem;margin:0 auto">${keys.join('')}
${paragraphs.join('\n')}
<p style="margin:32px 0 0;font-size:14px"><a href="${escapeHtml(siteUrl)}">${escapeHtml(site)}</a></p></div>
</body></html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
