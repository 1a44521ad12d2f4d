import 'server-only'
import { html, raw } from 'hono/html'
import type { Kind } from '#lib/contract/kind.ts'
import type { LanguageFacts } from '#lib/contract/locale.ts'
import { HUES } from './look.ts'

type Embed = {
  lang: string
  direction: LanguageFacts['direction']
  site: { name: string; url: string }
  kind: { kind: Kind; word: string }
  href: string
  title: string
  titleLang: string
  author: string
  downloads: string
  /** URL of the picture. */
  picture: string
}

/**
 * Follows the system's colour scheme: a frame cannot see the theme of the page around it. It declares no
 * `color-scheme`: in one other than that of the page around it, the corners beside the card would not be transparent.
 */
const STYLE = `
*{box-sizing:border-box;margin:0}
body{background:transparent;font:16px/1.35 Inter,system-ui,sans-serif}
a{display:flex;gap:16px;align-items:center;height:100vh;padding:12px;overflow:hidden;border:1px solid #e2d9ca;border-radius:16px;background:#fffdf9;color:#1f1b16;text-decoration:none}
a:focus-visible{outline:2px solid currentColor;outline-offset:-4px}
img{flex:none;width:min(42%,160vh - 41.6px);height:auto;aspect-ratio:16/10;object-fit:cover;border-radius:10px;background:#efe8dc}
div{min-width:0;flex:1}
p{overflow:hidden;white-space:nowrap;text-overflow:ellipsis;font-size:14px;color:#5b5248}
.title{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;white-space:normal;overflow-wrap:anywhere;word-break:auto-phrase;font-size:18px;font-weight:650;line-height:1.25;color:inherit}
.about{margin-top:8px;white-space:normal}
.about span{white-space:nowrap}
.about b{display:inline-block;width:12px;height:16px;margin-inline-end:8px;vertical-align:-2px;border-radius:4px;background:var(--hue)}
@media(prefers-color-scheme:dark){a{border-color:#322e2b;background:#1a1816;color:#f4f1ee}p{color:#b8b1aa}img{background:#252220}}
@media(max-height:150px),(max-width:400px){.title{-webkit-line-clamp:1}}
@media(max-height:130px){.about{display:none}}
@media(max-width:260px){img{display:none}}
@media(forced-colors:active){.about b{forced-color-adjust:none}}
`

/**
 * Page without scripts for a frame of any size: one link that opens the project's page in a new
 * tab, and a policy that allows framing and nothing else.
 */
export function embedPage({ lang, direction, site, kind, picture, ...texts }: Embed) {
  const { href, title, titleLang, author, downloads } = texts
  const page = html`<!doctype html>
    <html lang="${lang}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${site.name}</title>
        <link rel="canonical" href="${href}" />
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <a href="${href}" target="_blank" rel="noopener" style="--hue:${HUES[kind.kind].accent}">
          <img src="${picture}" alt="" width="192" height="120" />
          <div>
            <p class="title" lang="${titleLang}" dir="auto">${title}</p>
            <p dir="auto">${author}</p>
            <p class="about"><b></b>${kind.word}&nbsp;· <span>${downloads}</span></p>
            <p>${site.name}</p>
          </div>
        </a>
      </body>
    </html> `
  const policy = [
    "default-src 'none'",
    `img-src 'self' ${site.url}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ')
  return { html: String(page), policy }
}
