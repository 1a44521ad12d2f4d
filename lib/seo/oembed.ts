import { html as escaped } from 'hono/html'
import { type Kind, kindOfPath } from '#lib/contract/kind.ts'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { idSchema, type Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { absoluteUrl } from './alternates.ts'
import { CARD, cardPath, cards } from './card.ts'
import { authorPath } from './json-ld.ts'
import { element, xmlDocument } from './xml.ts'

/** An embedded card in pixels, where there is room for it. */
export const EMBED = { width: 480, height: 152 } as const

/** For so many seconds whoever asked may keep the answer. */
const CACHE_AGE_S = 3600

type Room = { maxwidth?: number | undefined; maxheight?: number | undefined }
type Wanted = { locale: Locale; kind: Kind; id: string }

/** Where the card is that may be framed. */
export const embedPath = ({ locale, kind, id }: Wanted) => `/embed/${locale}/${kind}/${id}`

/** Where an answer about a project's page is asked for, as discovery links name it. */
export function oembedPath(locale: string, path: string, format: 'json' | 'xml'): string {
  const url = encodeURIComponent(absoluteUrl(localePath(locale, path)))
  return `/oembed?url=${url}&format=${format}`
}

/** The project whose page of this site stands at `address`, and its language; `null` for any other. */
export function projectAt(address: string): Wanted | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const site = new URL(env().SITE_URL)
  const base = site.pathname.replace(/\/$/, '')
  if (url.host !== site.host || !url.pathname.startsWith(`${base}/`)) return null
  const parts = url.pathname.slice(base.length + 1).split('/')
  const named = LOCALES.find((one) => one === parts[0])
  const [home, path = '', detail, id, ...rest] = named ? parts.slice(1) : parts
  const kind = kindOfPath(path)
  const found = idSchema.safeParse(id)
  if (home !== 'home' || detail !== 'detail' || !kind || !found.success) return null
  if (rest.some((part) => part !== '')) return null
  return { locale: named ?? routing.defaultLocale, kind, id: found.data }
}

/** What oEmbed 1.0 tells of a project: a card in a frame, no larger than there is room. */
export function oembed(locale: Locale, project: Project, { maxwidth, maxheight }: Room) {
  const { title, author, kind, id } = project
  const width = Math.min(EMBED.width, maxwidth ?? EMBED.width)
  const height = Math.min(EMBED.height, maxheight ?? EMBED.height)
  const src = absoluteUrl(embedPath({ locale, kind, id }))
  const fits = (maxwidth ?? CARD.width) >= CARD.width && (maxheight ?? CARD.height) >= CARD.height
  return {
    version: '1.0',
    type: 'rich',
    title,
    author_name: author.name,
    author_url: absoluteUrl(localePath(locale, authorPath(author.name))),
    provider_name: env().SITE_NAME,
    provider_url: absoluteUrl(localePath(locale, '/home/index')),
    cache_age: CACHE_AGE_S,
    // The specification: a thumbnail keeps to the same limits.
    ...(fits && {
      thumbnail_url: absoluteUrl(cardPath(locale, cards.project(project), project.updated_at)),
      thumbnail_width: CARD.width,
      thumbnail_height: CARD.height,
    }),
    width,
    height,
    html: String(
      escaped`<iframe src="${src}" title="${title}" width="${width}" height="${height}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>`,
    ),
  }
}

/** The same as XML. */
export function oembedXml(answer: Record<string, string | number>): string {
  const fields = Object.entries(answer).map(([name, value]) => element(name, {}, [value]))
  return xmlDocument(element('oembed', {}, fields))
}
