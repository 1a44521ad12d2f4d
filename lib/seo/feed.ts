import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { localePath } from '#lib/i18n/path.ts'
import { absoluteUrl } from './alternates.ts'
import { authorPath } from './json-ld.ts'
import { element, type Xml, xmlDocument } from './xml.ts'

type Entry = {
  project: Project
  /** The description in one line, as text. */
  summary: string
}
type Options = {
  locale: string
  title: string
  /** The feed's own address, and the page that it follows, as paths. */
  path: string
  page: string
  entries: Entry[]
}

/**
 * An Atom feed (RFC 4287): of each project its cover and the summary of its description. Ids are tag
 * URIs (RFC 4151) of kind and id: the same in every language and whatever a project's page is called
 * one day.
 */
export function atomFeed({ locale, title, path, page, entries }: Options): string {
  const { hostname } = new URL(absoluteUrl('/'))
  const newest = Math.max(0, ...entries.map(({ project }) => Date.parse(project.updated_at)))
  const children = [
    element('id', {}, [`tag:${hostname},2026:feed${path}`]),
    element('title', {}, [title]),
    element('updated', {}, [new Date(newest).toISOString()]),
    element('link', { rel: 'alternate', href: absoluteUrl(page) }),
    element('link', { rel: 'self', href: absoluteUrl(path) }),
    ...entries.map((entry) => entryOf(entry, locale, hostname)),
  ]
  const root = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': locale }
  return xmlDocument(element('feed', root, children))
}

function entryOf({ project, summary }: Entry, locale: string, hostname: string): Xml {
  const { id, kind, author, cover } = project
  const lang = project.language ?? undefined
  const link = absoluteUrl(localePath(locale, `/home/${KIND_TABLE[kind].path}/detail/${id}`))
  return element('entry', {}, [
    element('id', {}, [`tag:${hostname},2026:${kind}/${id}`]),
    // Of type `text`: what stands in a title is nowhere taken for HTML.
    element('title', { 'xml:lang': lang }, [project.title]),
    element('link', { rel: 'alternate', href: link }),
    element('updated', {}, [new Date(project.updated_at).toISOString()]),
    element('published', {}, [new Date(project.created_at).toISOString()]),
    element('author', {}, [
      element('name', {}, [author.name]),
      element('uri', {}, [absoluteUrl(localePath(locale, authorPath(author.name)))]),
    ]),
    ...project.tags.map((term) => element('category', { term })),
    ...(summary === '' ? [] : [element('summary', { 'xml:lang': lang }, [summary])]),
    element('content', { type: 'html', 'xml:lang': lang }, [contentOf(cover, summary)]),
  ])
}

/** HTML 4 as XML has no stricter rules than HTML: the same writer escapes for both. */
function contentOf({ url, width, height }: Project['cover'], summary: string): string {
  const image = element('img', { src: absoluteUrl(url), alt: '', width, height })
  const paragraphs = [
    element('p', {}, [image]),
    ...(summary === '' ? [] : [element('p', {}, [summary])]),
  ]
  return paragraphs.map(({ text }) => text).join('')
}
