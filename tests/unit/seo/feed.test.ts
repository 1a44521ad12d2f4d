import { parseFeed } from '@rowanmanning/feed-parser'
import { describe, expect, it } from 'vitest'
import { atomFeed } from '#lib/seo/feed.ts'
import { aProject } from '#tests/support/builders.ts'

const feedOf = (said: Parameters<typeof aProject>[0], summary = 'Text', title = 'All') =>
  atomFeed({
    locale: 'fr',
    title,
    path: '/feeds/fr/all.xml',
    page: '/fr/home/index',
    entries: [{ project: aProject(said), summary }],
  })

describe('a feed', () => {
  it('holds a project’s summary, picture, author and address in the feed’s language', () => {
    const { items, self, language } = parseFeed(
      feedOf({ id: 'a1', kind: 'flexpage', title: 'Orchard', tags: ['tree'] }),
    )
    expect(self).toBe('http://localhost:3000/feeds/fr/all.xml')
    expect(language === null || language === 'fr').toBe(true)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      title: 'Orchard',
      url: 'http://localhost:3000/fr/home/page/detail/a1',
      id: 'tag:localhost,2026:flexpage/a1',
      authors: [{ name: 'Ada', url: 'http://localhost:3000/fr/home/author/Ada' }],
    })
    expect(items[0]?.content).toContain('<p>Text</p>')
    expect(items[0]?.content).toMatch(/<img src="http:\/\/localhost:3000\/api\/v1\/file\//)
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

  it('without a project is a feed all the same', () => {
    const options = { locale: 'en', title: 'All', path: '/feeds/en/all.xml', page: '/home/index' }
    expect(parseFeed(atomFeed({ ...options, entries: [] })).items).toEqual([])
  })
})
