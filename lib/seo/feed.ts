import { langOf } from '#lib/contract/language.ts'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import type { ShownField } from '#lib/contract/project-fields.ts'
import type { Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { documents, pages } from '#lib/paths.ts'
import { absoluteUrl } from './alternates.ts'
import { licenseUrl } from './license.ts'
import { element, type Xml, xmlDocument } from './xml.ts'

const ATOM = 'http://www.w3.org/2005/Atom'
const MEDIA = 'http://search.yahoo.com/mrss/'
const XHTML = 'http://www.w3.org/1999/xhtml'
/** Year in which the names of the tag URIs were assigned (RFC 4151, section 2.1). */
const TAG_YEAR = 2026
/** `updated` of a feed without entries: the earliest date that its tag URIs stand for. */
const NO_ENTRIES = Date.UTC(TAG_YEAR, 0, 1)

type Entry = {
  project: Project
  /** Plain-text summary of the description. */
  summary: string
}
type Options = {
  locale: Locale
  title: string
  subtitle: string
  /** Paths of the feed and of its page. */
  path: string
  page: string
  entries: Entry[]
}

/** Time of the last update of a feed's entries, in ms since the epoch. */
export function feedUpdated(entries: Pick<Entry, 'project'>[]): number {
  if (entries.length === 0) return NO_ENTRIES
  return Math.max(...entries.map(({ project }) => Date.parse(project.updated_at)))
}

/**
 * An Atom feed (RFC 4287): cover and summary of each project. Ids are tag URIs (RFC 4151) of kind
 * and id, independent of language and addresses.
 */
export function atomFeed({ locale, title, subtitle, path, page, entries }: Options): string {
  const { hostname } = new URL(absoluteUrl('/'))
  const { lang } = LANGUAGES[locale]
  const children = [
    element('id', {}, [`tag:${hostname},${TAG_YEAR}:feed${path}`]),
    element('title', {}, [title]),
    element('subtitle', {}, [subtitle]),
    element('updated', {}, [new Date(feedUpdated(entries)).toISOString()]),
    element('author', {}, [
      element('name', {}, [env().SITE_NAME]),
      element('uri', {}, [absoluteUrl(localePath(locale, pages.home))]),
    ]),
    element('icon', {}, [absoluteUrl(documents.pngIcon('192'))]),
    alternate(page, lang),
    element('link', { rel: 'self', type: 'application/atom+xml', href: absoluteUrl(path) }),
    ...entries.map((entry) => entryElement(entry, locale, hostname)),
  ]
  const root = { xmlns: ATOM, 'xmlns:media': MEDIA, 'xml:lang': lang }
  return xmlDocument(element('feed', root, children))
}

const alternate = (path: string, hreflang: string) =>
  element('link', { rel: 'alternate', type: 'text/html', hreflang, href: absoluteUrl(path) })

function entryElement({ project, summary }: Entry, locale: Locale, hostname: string): Xml {
  const { id, kind, author, cover, license } = project
  const texts = [project.tagline, summary].filter((text) => text !== '')
  // Not the empty tag, which is valid in XML but not by the W3C's feed validator.
  const lang = langOf(project) || 'und'
  const licensePage = licenseUrl(license)
  const { url, width, height } = cover
  // A field that is in the feed does not compile without its entry.
  const parts: Record<ShownField<'feed'>, Xml[]> = {
    id: [element('id', {}, [`tag:${hostname},${TAG_YEAR}:${kind}/${id}`])],
    // Type `text`: titles are never parsed as HTML.
    title: [element('title', { 'xml:lang': lang }, [project.title])],
    kind: [alternate(localePath(locale, pages.detail(project)), LANGUAGES[locale].lang)],
    license: licensePage === null ? [] : [element('link', { rel: 'license', href: licensePage })],
    updated_at: [element('updated', {}, [new Date(project.updated_at).toISOString()])],
    created_at: [element('published', {}, [new Date(project.created_at).toISOString()])],
    author: [
      element('author', {}, [
        element('name', {}, [author.name]),
        element('uri', {}, [absoluteUrl(localePath(locale, pages.author(author.name)))]),
      ]),
    ],
    tags: project.tags.map((term) => element('category', { term })),
    tagline: texts.slice(0, 1).map((text) => element('summary', { 'xml:lang': lang }, [text])),
    description: [element('content', { type: 'xhtml', 'xml:lang': lang }, [content(cover, texts)])],
    cover: [element('media:thumbnail', { url: absoluteUrl(url), width, height })],
  }
  return element('entry', {}, Object.values(parts).flat())
}

/** Content as XHTML: part of the feed's own XML, so that text is escaped once. */
function content({ url, alt, width, height }: Project['cover'], texts: string[]): Xml {
  const image = element('img', { src: absoluteUrl(url), alt, width, height })
  return element('div', { xmlns: XHTML }, [
    element('p', {}, [image]),
    ...texts.map((text) => element('p', {}, [text])),
  ])
}
