import { parseFeed } from '@rowanmanning/feed-parser'
import { parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { printable } from '#lib/contract/text.ts'
import { atomFeed } from '#lib/seo/feed.ts'
import { oembed, oembedXml } from '#lib/seo/oembed.ts'
import { openSearch } from '#lib/seo/opensearch.ts'
import { authorEntries, projectEntries, sitemapIndex, URLSET } from '#lib/seo/sitemap.ts'
import { buildProject } from '#tests/support/builders.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'
import { parseXml, parseXmls } from '#tests/support/parse-xml.ts'

const SITE = 'http://localhost:3000'
const TEXTS = HOSTILE_STRINGS.map(([, text]) => text)
/** What XML can hold of each. */
const PRINTABLE = TEXTS.map(printable)

const projectOf = (text: string) =>
  buildProject({
    title: text,
    author: { uid: 'u', name: text },
    tags: [text],
    cover: { url: '/api/v1/file/c/image.webp', width: 1200, height: 750, alt: text },
  })
const feedOf = (texts: string[], title = 'All') =>
  atomFeed({
    locale: 'en',
    title,
    subtitle: title,
    path: `/feeds/en/search.xml?q=${encodeURIComponent(title.toWellFormed())}`,
    page: '/home/index',
    entries: texts.map((text) => ({ project: projectOf(text), summary: text })),
  })

describe('every hostile string', () => {
  it('comes out of a feed as it went in: title, author, summary, tags, content', async () => {
    const xml = await parseXml(feedOf(TEXTS))
    expect(xml.texts('title')).toEqual(['All', ...PRINTABLE])
    expect(xml.texts('name')).toEqual(['Keystrip', ...PRINTABLE])
    expect(xml.texts('summary')).toEqual(PRINTABLE)
    expect(xml.attributes('category', 'term')).toEqual(PRINTABLE)
    // The content is XHTML: one level of escaping, as everywhere in the document.
    expect(xml.texts('p')).toEqual(PRINTABLE.flatMap((text) => [text, `${text} 1.0.0`]))
    expect(xml.attributes('img', 'alt')).toEqual(PRINTABLE)
  })

  it('comes out of a feed’s own title as it went in', async () => {
    const xml = await parseXmls(TEXTS.map((text) => feedOf([], text)))
    expect(xml.texts('title')).toEqual(PRINTABLE)
  })

  it.each(HOSTILE_STRINGS)('leaves a feed that a feed reader understands: %s', (_, text) => {
    const { items } = parseFeed(feedOf([text, 'plain'], text))
    expect(items.map(({ id }) => id)).toHaveLength(2)
    expect(items[1]?.title).toBe('plain')
    expect(items[0]?.content).toContain('<img')
  })

  it('comes out of oEmbed as it went in, as XML and as JSON', async () => {
    const answers = TEXTS.map((text) => oembed('en', projectOf(text), {}))
    const xml = await parseXmls(answers.map(oembedXml))
    expect(xml.names()).toEqual(['all', 'oembed', ...Object.keys(answers[0] ?? {})])
    expect(xml.texts('title')).toEqual(PRINTABLE)
    expect(xml.texts('author_name')).toEqual(PRINTABLE)
    const sent = await Promise.all(answers.map((answer) => Response.json(answer).json()))
    expect(sent).toMatchObject(TEXTS.map((text) => ({ title: text, author_name: text })))
    for (const html of [...answers.map((answer) => answer.html), ...xml.texts('html')]) {
      const [frame, ...rest] = parseFragment(html).childNodes
      expect(rest).toEqual([])
      const attributes = frame && 'attrs' in frame ? frame.attrs.map(({ name }) => name) : []
      expect(attributes).toEqual(['src', 'title', 'width', 'height', 'loading', 'sandbox', 'style'])
    }
  })

  it('comes out of OpenSearch as it went in', async () => {
    const documents = TEXTS.map((text) => openSearch('en', { name: text, description: text }))
    const xml = await parseXmls(documents)
    const cut = (max: number) => TEXTS.map((text) => printable([...text].slice(0, max).join('')))
    expect(xml.texts('ShortName')).toEqual(cut(16))
    expect(xml.texts('Description')).toEqual(cut(1024))
    expect(new Set(xml.attributes('Url', 'template'))).toEqual(
      new Set([
        `${SITE}/home/search?q={searchTerms}`,
        `${SITE}/feeds/en/search.xml?q={searchTerms}`,
      ]),
    )
  })

  it('stands in a sitemap as part of an address', async () => {
    const entries = TEXTS.map(
      (text) =>
        authorEntries({ uid: 'u', name: text, updated_at: '2026-01-01T00:00:00.000Z' }) +
        projectEntries({
          kind: 'profile',
          id: 'a1',
          updated_at: text,
          cover_url: `/api/v1/file/c/${text}`,
        }),
    )
    const xml = await parseXml(URLSET.open + entries.join('') + URLSET.close)
    const authors = xml.texts('loc').filter((url) => url.startsWith(`${SITE}/home/author/`))
    expect(
      authors.map((url) => decodeURIComponent(url.slice(`${SITE}/home/author/`.length))),
    ).toEqual(TEXTS.map((text) => text.toWellFormed()))
    const pictures = [...new Set(xml.texts('image:loc'))]
    expect(pictures).toEqual([...new Set(PRINTABLE.map((text) => `${SITE}/api/v1/file/c/${text}`))])
    const index = await parseXml(sitemapIndex(TEXTS.map((text) => `/${text}.xml`)))
    expect(index.texts('loc')).toEqual(PRINTABLE.map((text) => `${SITE}/${text}.xml`))
  })
})

it('text with an ampersand is escaped once in a feed: in titles, summaries and content', () => {
  const xml = feedOf(['Q & A'])
  expect(xml).toContain('<title xml:lang="und">Q &amp; A</title>')
  expect(xml).toContain('<p>Q &amp; A</p>')
  expect(xml).not.toMatch(/&(?:amp|#38);(?:amp|lt|#\d+);/)
})
