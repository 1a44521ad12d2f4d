import { langOf } from '#lib/contract/language.ts'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import { shownName } from '#lib/contract/name/name.ts'
import type { ShownField } from '#lib/contract/project-fields.ts'
import type { Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { documents, paths } from '#lib/paths.ts'
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

export type FeedEntry = {
  project: Project
  /** Plain-text summary of the description. */
  summary: string
  /** Of the version, as they are written. */
  notes?: string | undefined
  /**
   * What the entry is about and when it was, by default the project: a version, or with `event` something else that happened to the project, in
   * the words of the page.
   */
  of?: { version: string; at: string } | { event: string; name: string; at: string }
}
type Options = {
  locale: Locale
  title: string
  subtitle: string
  /** Paths of the feed and of its page. */
  path: string
  page: string
  entries: FeedEntry[]
}

/** Time of the last update of a feed's entries, in ms since the epoch. */
export function feedUpdated(entries: Pick<FeedEntry, 'project' | 'of'>[]): number {
  if (entries.length === 0) return NO_ENTRIES
  return Math.max(...entries.map(({ project, of }) => Date.parse(of?.at ?? project.updated_at)))
}

/**
 * An Atom feed (RFC 4287): cover, summary, version and notes of each project, or of each version of one. Ids are tag URIs (RFC 4151) of kind
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
      element('uri', {}, [absoluteUrl(localePath(locale, paths.home))]),
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

function entryElement({ project, ...entry }: FeedEntry, locale: Locale, hostname: string): Xml {
  const { summary, notes = '', of } = entry
  const event = of && 'event' in of ? of : undefined
  const version = of && 'version' in of ? of.version : project.version
  const key = event ? `${event.name}-${event.at}` : version
  const { id, kind, author, cover, license } = project
  const texts = [of ? '' : project.tagline, summary].filter((text) => text !== '')
  const paragraphs = notes.split(/\n\s*\n/).filter((text) => text.trim() !== '')
  // Not the empty tag, which is valid in XML but not by the W3C's feed validator.
  const lang = langOf(project) || 'und'
  const licensePage = licenseUrl(license)
  const { url, width, height } = cover
  // A field that is in the feed does not compile without its entry.
  const parts: Record<ShownField<'feed'>, Xml[]> = {
    id: [element('id', {}, [`tag:${hostname},${TAG_YEAR}:${kind}/${id}${of ? `/${key}` : ''}`])],
    // Type `text`: titles are never parsed as HTML.
    title: [element('title', { 'xml:lang': lang }, [titleOf(project, of)])],
    kind: [
      alternate(
        localePath(locale, event ? paths.history(project) : paths.detail(project)),
        LANGUAGES[locale].lang,
      ),
    ],
    license: licensePage === null ? [] : [element('link', { rel: 'license', href: licensePage })],
    updated_at: [element('updated', {}, [new Date(of?.at ?? project.updated_at).toISOString()])],
    created_at: [element('published', {}, [new Date(of?.at ?? project.created_at).toISOString()])],
    author: [
      element('author', {}, [
        element('name', {}, [shownName(author)]),
        element('uri', {}, [absoluteUrl(localePath(locale, paths.author(author.name)))]),
      ]),
    ],
    tags: project.tags.map((term) => element('category', { term })),
    tagline: [...texts, ...paragraphs]
      .slice(0, 1)
      .map((text) => element('summary', { 'xml:lang': lang }, [text])),
    description: [
      element('content', { type: 'xhtml', 'xml:lang': lang }, [
        content(cover, [...texts, event?.event ?? `${project.title} ${version}`, ...paragraphs]),
      ]),
    ],
    cover: [element('media:thumbnail', { url: absoluteUrl(url), width, height })],
  }
  return element('entry', {}, Object.values(parts).flat())
}

function titleOf({ title }: Project, of: FeedEntry['of']): string {
  if (!of) return title
  return 'event' in of ? `${title}: ${of.event}` : `${title} ${of.version}`
}

/** Content as XHTML: part of the feed's own XML, so that text is escaped once. */
function content({ url, alt, width, height }: Project['cover'], texts: string[]): Xml {
  const image = element('img', { src: absoluteUrl(url), alt, width, height })
  return element('div', { xmlns: XHTML }, [
    element('p', {}, [image]),
    ...texts.map((text) => element('p', {}, [text])),
  ])
}
