import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { paths } from '#lib/paths.ts'
import { addressIn, type SenderSite } from './address.ts'
import type { ComposedMail } from './sender.ts'
import { mailTexts } from './texts.ts'
import { wrap } from './wrap.ts'

/** A paragraph, a code that is shown large, or a link with its label. */
export type MailPart = string | { code: string } | { label: string; url: string }

type Content = { to: string; locale: Locale; site: SenderSite; subject: string; parts: MailPart[] }

/** Fills the placeholders of a text, such as `{site}`, with isolated values. In one pass: those inside a value, and `$&`, stay as they are. */
export function fill(text: string, values: Record<string, string>): string {
  const all = new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      value.split('\n').map(isolated).join('\n'),
    ]),
  )
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => all.get(name) ?? placeholder)
}

/** A message as plain text and HTML, signed with the name of the site, its home page in the reader's language and its support. */
export function composeMessage({ to, subject, ...content }: Content): ComposedMail {
  const { locale, site, parts } = content
  const home = addressIn(site, locale, paths.home)
  const signature = `${site.name}\n${home}\n${site.supportEmail}`
  const text = [...parts.map(toText), signature].join('\n\n')
  return { to, subject, text: `${text}\n`, html: toHtml({ ...content, subject, home }) }
}

function toText(part: MailPart): string {
  if (typeof part === 'string') return wrap(part)
  return 'code' in part ? part.code : `${wrap(part.label)}\n${part.url}`
}

const INK = '#1f1b16'
const PAPER = '#fffdf9'
/** The dark theme of the site, for programs that have one; others keep the styles of the elements. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.ground{background:#131110!important;color:#f4f1ee!important}.link{color:#f4f1ee!important}.button{background:#f4f1ee!important;color:#131110!important}.foot{color:#b3aca4!important;border-color:#3a3632!important}}`
const BUTTON = `display:inline-block;padding:10px 20px;border-radius:10px;background:${INK};color:${PAPER};font-weight:600;text-decoration:none`
const CODE =
  'margin:24px 0;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.25em'

/** A message as HTML: its parts one below the other, and what it is signed with. */
function toHtml({ locale, site, subject, parts, home }: Omit<Content, 'to'> & { home: string }) {
  const { lang, direction } = LANGUAGES[locale]
  const support = linkTo(`mailto:${site.supportEmail}`, mailTexts(locale).link.support)
  const keys = ['#b7a1ff', '#58d3c2', '#f2b955', '#ff97ae'].map(
    (colour) =>
      `<span style="display:inline-block;width:28px;height:8px;margin-inline-end:4px;border-radius:4px;background:${colour}"></span>`,
  )
  return `<!doctype html>
<html lang="${lang}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body class="ground" style="margin:0;background:${PAPER};color:${INK};font:16px/1.6 system-ui,-apple-system,Segoe UI,sans-serif">
<div class="ground" style="padding:32px 20px;background:${PAPER};color:${INK}">
<div style="max-width:32rem;margin:0 auto;overflow-wrap:anywhere">${keys.join('')}
${parts.map((part) => partToHtml(part, site)).join('\n')}
<p class="foot" style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #ddd4c6;color:#655d53;font-size:14px">${linkTo(home, site.name)} · ${support}</p></div></div>
</body></html>
`
}

function partToHtml(part: MailPart, { supportEmail }: SenderSite): string {
  if (typeof part === 'string') {
    const email = escapeHtml(supportEmail)
    const text = escapeHtml(part).replaceAll(email, () => linkTo(`mailto:${supportEmail}`, email))
    return `<p style="margin:16px 0;white-space:pre-line">${text}</p>`
  }
  if ('code' in part) return `<p style="${CODE}">${escapeHtml(part.code)}</p>`
  const { label, url } = part
  return `<p style="margin:20px 0"><a class="button" href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a></p>`
}

const linkTo = (url: string, label: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${INK}">${escapeHtml(label)}</a>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
