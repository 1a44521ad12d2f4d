import { parseFeed } from '@rowanmanning/feed-parser'
import { describe, expect, it } from 'vitest'
import { KINDS } from '#lib/contract/kind.ts'
import { PROJECT_LANGUAGES } from '#lib/contract/language.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import type { Project } from '#lib/contract/project.ts'
import { localePath } from '#lib/i18n/path.ts'
import { documents, paths } from '#lib/paths.ts'
import { atomFeed, feedUpdated } from '#lib/seo/feed.ts'
import { atomFaults } from '#tests/support/atom-rules.ts'
import { buildProject } from '#tests/support/builders.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'

const COMMON = {
  locale: 'fr',
  title: 'All',
  subtitle: 'Everything',
  path: '/feeds/fr/all.xml',
  page: '/fr/home/index',
} as const
const feedOf = (overrides: Partial<Project>, summary = 'Text', title = 'All') =>
  atomFeed({ ...COMMON, title, entries: [{ project: buildProject(overrides), summary }] })

describe('an Atom feed', () => {
  it('contains summary, picture, author and address of a project in the feed’s language', () => {
    const { items, self, url, authors, image } = parseFeed(
      feedOf({ id: 'a1', kind: 'flexpage', title: 'Orchard', tags: ['tree'] }),
    )
    expect(self).toBe('http://localhost:3000/feeds/fr/all.xml')
    expect(url).toBe('http://localhost:3000/fr/home/index')
    expect(authors).toMatchObject([{ name: 'Keystrip' }])
    expect(image?.url).toBe('http://localhost:3000/icons/192.png')
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      title: 'Orchard',
      url: 'http://localhost:3000/fr/home/page/detail/a1',
      id: 'tag:localhost,2026:flexpage/a1',
      authors: [{ name: 'Ada', url: 'http://localhost:3000/fr/home/author/Ada' }],
    })
    expect(items[0]?.content).toContain('<p>Text</p>')
    expect(items[0]?.content).toMatch(/<img src="http:\/\/localhost:3000\/api\/v1\/file\//)
    expect(items[0]?.image?.url).toMatch(/^http:\/\/localhost:3000\/api\/v1\/file\//)
  })

  it('names the current version and has its notes, paragraph by paragraph', () => {
    const project = buildProject({ title: 'Orchard', version: '1.2.0' })
    const notes = 'Twelve icons.\n\n- **sun** & <moon>'
    const xml = atomFeed({ ...COMMON, entries: [{ project, summary: 'Text', notes }] })
    expect(parseFeed(xml).items[0]?.content).toContain('<p>Orchard 1.2.0</p>')
    expect(xml).toContain('<p>Twelve icons.</p><p>- **sun** &amp; &lt;moon&gt;</p>')
  })

  it('of a project has an entry for each version, with its date', () => {
    const project = buildProject({ id: 'a1', kind: 'icon', title: 'Orchard', version: '1.2.0' })
    const entries = ['1.2.0', '1.0.0'].map((version, at) => ({
      project,
      summary: '',
      notes: at === 0 ? 'New' : '',
      of: { version, at: `2026-06-0${2 - at}T12:00:00.000Z` },
    }))
    const xml = atomFeed({ ...COMMON, path: '/feeds/fr/icon/a1.xml', entries })
    expect(atomFaults(xml)).toEqual([])
    expect(feedUpdated(entries)).toBe(Date.UTC(2026, 5, 2, 12))
    const { items } = parseFeed(xml)
    expect(items.map(({ title, id }) => [title, id])).toEqual([
      ['Orchard 1.2.0', 'tag:localhost,2026:icon/a1/1.2.0'],
      ['Orchard 1.0.0', 'tag:localhost,2026:icon/a1/1.0.0'],
    ])
    expect(items[1]?.published?.toISOString()).toBe('2026-06-01T12:00:00.000Z')
  })

  it('of a project has entries for what else happened to it, which lead to its history', () => {
    const of = {
      name: 'withdrawn',
      event: 'Version 1.1.0 withdrawn',
      at: '2026-06-03T12:00:00.000Z',
    }
    const project = buildProject({ id: 'a1', kind: 'icon', title: 'Orchard' })
    const xml = atomFeed({ ...COMMON, entries: [{ project, summary: '', of }] })
    expect(atomFaults(xml)).toEqual([])
    expect(parseFeed(xml).items[0]).toMatchObject({
      title: 'Orchard: Version 1.1.0 withdrawn',
      id: 'tag:localhost,2026:icon/a1/withdrawn-2026-06-03T12:00:00.000Z',
      url: 'http://localhost:3000/fr/home/iconpack/detail/a1/history',
    })
  })

  it.each(['<script>alert(1)</script>', 'a ]]> b', '&amp; & "x"', 'x\u0000\u0008y', '\ud800'])(
    'takes a title like %j for text',
    (title) => {
      const xml = feedOf({ title, author: { uid: 'u', name: title } }, ']]>', title)
      const { items } = parseFeed(xml)
      expect(items).toHaveLength(1)
      expect(items[0]?.content).toContain('<p>')
      expect(xml).not.toContain('<script>')
      // oxlint-disable-next-line no-control-regex -- what XML has no place for
      expect(xml).not.toMatch(/[\u0000\u0008\ud800]/)
    },
  )

  it('has the language of the page, and title, summary and content that of the project', () => {
    const xml = atomFeed({
      ...COMMON,
      locale: 'zh-cn',
      entries: [{ project: buildProject({ language: 'ja' }), summary: 'Text' }],
    })
    expect(xml).toMatch(/<feed [^>]*xml:lang="zh-CN"/)
    for (const name of ['title', 'summary', 'content type="xhtml"']) {
      expect(xml).toContain(`<${name} xml:lang="ja">`)
    }
    expect(feedOf({ language: null }).match(/xml:lang="und"/g)).toHaveLength(3)
  })

  it('links the licence of a project', () => {
    const licence = 'rel="license" href="https://spdx.org/licenses/MIT.html"'
    expect(feedOf({ license: 'MIT' })).toContain(licence)
    expect(feedOf({ license: 'my own words' })).not.toContain('rel="license"')
  })

  it('is as new as its newest entry', () => {
    const projects = ['2026-03-01T00:00:00.000Z', '2026-05-01T10:00:00.500Z'].map((updated_at) =>
      buildProject({ updated_at }),
    )
    const entries = projects.map((project) => ({ project, summary: '' }))
    expect(new Date(feedUpdated(entries)).toISOString()).toBe('2026-05-01T10:00:00.500Z')
    expect(atomFaults(atomFeed({ ...COMMON, entries }))).toEqual([])
  })

  it('without projects is valid, with a date that is neither 1970 nor that of the request', () => {
    const empty = atomFeed({ ...COMMON, entries: [] })
    expect(parseFeed(empty).items).toEqual([])
    expect(atomFaults(empty)).toEqual([])
    expect(empty).toContain('<updated>2026-01-01T00:00:00.000Z</updated>')
  })
})

describe('the rules of RFC 4287 and of the W3C’s feed validator', () => {
  it.each(LOCALES)('hold for a feed of all kinds in %s, whatever people publish', (locale) => {
    const texts = HOSTILE_STRINGS.map(([, text]) => text).filter((text) => text.trim() !== '')
    const projects = texts.map((text, at) =>
      buildProject({
        kind: KINDS[at % KINDS.length] ?? 'icon',
        title: text,
        author: { uid: 'u', name: text },
        tags: [text],
        language: PROJECT_LANGUAGES[at % PROJECT_LANGUAGES.length] ?? null,
        license: 'CC-BY-4.0',
      }),
    )
    const feed = atomFeed({
      locale,
      title: 'Search',
      subtitle: 'Everything',
      path: documents.searchFeed(locale, { q: 'a & b' }),
      page: localePath(locale, paths.search({ q: 'a & b' })),
      entries: projects.map((project, at) => ({ project, summary: texts[at] ?? '' })),
    })
    expect(atomFaults(feed)).toEqual([])
  })

  it.each([
    ['<id>tag:localhost,2026:icon/a1</id>', '', 'entry: not exactly one id'],
    ['<id>tag:localhost,2026:icon/a1</id>', '<id>a1</id>', 'id: not an absolute IRI: a1'],
    ['xml:lang="fr"', '', 'feed: no xml:lang'],
    ['rel="self"', 'rel="related"', 'feed: not exactly one link self'],
    ['2026-02-02T00:00:00.000Z</updated><pub', '1970-01-01T00:00:00Z</updated><pub', 'no date'],
    ['href="http://localhost:3000/fr/home/icon', 'href="/fr/home/icon', 'not an absolute address'],
    ['<div xmlns="http://www.w3.org/1999/xhtml">', '<div>', 'content: not one XHTML div'],
    ['<name>Ada</name>', '<name> </name>', 'author: without name'],
    ['<category term="tree"/>', '<tag/>', 'entry: unexpected tag'],
  ])('are violated by a feed with %s replaced by %s', (from, to, fault) => {
    const feed = feedOf({ id: 'a1', tags: ['tree'], updated_at: '2026-02-02T00:00:00.000Z' })
    expect(feed).toContain(from)
    expect(atomFaults(feed.replace(from, to)).join('\n')).toContain(fault)
  })
})
