import { html as escaped } from 'hono/html'
import { type Kind, kindOfPath } from '#lib/contract/kind.ts'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { shownName } from '#lib/contract/name/name.ts'
import { idSchema, type Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { documents, paths, type Path } from '#lib/paths.ts'
import { absoluteUrl } from './alternates.ts'
import { CARD } from './card.ts'
import { element, xmlDocument } from './xml.ts'

/** Size of an embedded card in pixels, if there is room. */
export const EMBED = { width: 480, height: 152 } as const

/** Cache time in answers to consumers, in seconds. */
const CACHE_AGE_S = 3600

type Options = {
  /** Version of its share card. */
  cardVersion?: string | undefined
  maxwidth?: number | undefined
  maxheight?: number | undefined
}
type Target = { locale: Locale; kind: Kind; id: string }

/** Discovery link for a page. */
export function oembedPath(locale: string, path: Path, format: 'json' | 'xml'): string {
  return documents.oembed(absoluteUrl(localePath(locale, path)), format)
}

/** Project and language of a page of this site; `null` for any other address. */
export function projectAt(address: string): Target | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const site = new URL(env().SITE_URL)
  const base = site.pathname.replace(/\/$/, '')
  if (url.host !== site.host || !url.pathname.startsWith(`${base}/`)) return null
  const parts = url.pathname.slice(base.length + 1).split('/')
  const prefix = LOCALES.find((one) => one === parts[0])
  const [home, path = '', detail, id, ...rest] = prefix ? parts.slice(1) : parts
  const kind = kindOfPath(path)
  const parsedId = idSchema.safeParse(id)
  if (home !== 'home' || detail !== 'detail' || !kind || !parsedId.success) return null
  if (rest.some((part) => part !== '')) return null
  return { locale: prefix ?? routing.defaultLocale, kind, id: parsedId.data }
}

/** oEmbed 1.0 answer for a project: a framed card within the requested size. */
export function oembed(locale: Locale, project: Project, options: Options) {
  const { maxwidth, maxheight, cardVersion } = options
  const { title, author } = project
  const width = Math.min(EMBED.width, maxwidth ?? EMBED.width)
  const height = Math.min(EMBED.height, maxheight ?? EMBED.height)
  const src = absoluteUrl(documents.embed(locale, project))
  const fits = (maxwidth ?? CARD.width) >= CARD.width && (maxheight ?? CARD.height) >= CARD.height
  return {
    version: '1.0',
    type: 'rich',
    title,
    author_name: shownName(author),
    author_url: absoluteUrl(localePath(locale, paths.author(author.name))),
    provider_name: env().SITE_NAME,
    provider_url: absoluteUrl(localePath(locale, paths.home)),
    cache_age: CACHE_AGE_S,
    // The specification applies the limits to the thumbnail too.
    ...(fits && {
      thumbnail_url: absoluteUrl(documents.card(locale, project, cardVersion)),
      thumbnail_width: CARD.width,
      thumbnail_height: CARD.height,
    }),
    width,
    height,
    html: String(
      escaped`<iframe src="${src}" title="${title}" width="${width}" height="${height}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;border-radius:16px;max-width:100%"></iframe>`,
    ),
  }
}

export function oembedXml(answer: Record<string, string | number>): string {
  const fields = Object.entries(answer).map(([name, value]) => element(name, {}, [value]))
  return xmlDocument(element('oembed', {}, fields))
}
