import { Feed } from 'feed'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { localePath } from '#lib/i18n/path.ts'
import { absoluteUrl } from './alternates.ts'
import { authorPath } from './json-ld.ts'
import { escapeXml } from './sitemap.ts'

type Entry = { project: Project; html: string }
type Options = {
  locale: string
  title: string
  /** The feed's own address, and the page that it follows, as paths. */
  path: string
  page: string
  entries: Entry[]
}

/**
 * An Atom feed (RFC 4287): the full text of each project with its cover. Ids are tag URIs (RFC 4151) of
 * kind and id: the same in every language and whatever a project's page is called one day.
 */
export function atomFeed({ locale, title, path, page, entries }: Options): string {
  const { hostname } = new URL(absoluteUrl('/'))
  const newest = Math.max(0, ...entries.map(({ project }) => Date.parse(project.updated_at)))
  const feed = new Feed({
    id: `tag:${hostname},2026:feed${path}`,
    title: plain(title),
    updated: new Date(newest),
    language: locale,
    link: absoluteUrl(page),
    feedLinks: { atom: absoluteUrl(path) },
    generator: false,
  })
  for (const { project, html } of entries) {
    const { id, kind, author, cover } = project
    const link = absoluteUrl(localePath(locale, `/home/${KIND_TABLE[kind].path}/detail/${id}`))
    const picture = `<p><img src="${absoluteUrl(cover.url)}" alt="" width="${cover.width}" height="${cover.height}"></p>`
    feed.addItem({
      id: `tag:${hostname},2026:${kind}/${id}`,
      title: plain(project.title),
      link,
      date: new Date(project.updated_at),
      published: new Date(project.created_at),
      content: printable(picture + html),
      author: [
        {
          name: printable(author.name),
          link: absoluteUrl(localePath(locale, authorPath(author.name))),
        },
      ],
      category: project.tags.map((tag) => ({ term: printable(tag) })),
    })
  }
  return feed.atom1()
}

/** The library says that titles are HTML: what stands in one is not to be taken for it. */
const plain = (text: string) => escapeXml(printable(text))

/** XML 1.0 has no place for these, however they are written (section 2.2). */
const printable = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- it is what is taken out
  text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
