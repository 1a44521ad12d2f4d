import { describe, expect, it } from 'vitest'
import { listRewrite } from '#lib/catalogue/rewrite.ts'
import { parseView, viewQuery, viewSegment } from '#lib/catalogue/view.ts'

const segmentOf = (query: string) => viewSegment(new URLSearchParams(query))

describe('the view of a list', () => {
  it('is nothing for a query that says nothing about a list', () => {
    for (const query of ['', 'utm_source=x', 'sort=', 'q=cloud&page=3']) {
      expect(segmentOf(query), query).toBeNull()
    }
  })

  it('is the same whatever the order of the parameters and whatever stands beside them', () => {
    const plain = segmentOf('sort=name&os=macos')
    expect(plain).not.toBeNull()
    for (const query of [
      'os=macos&sort=name',
      'sort=name&fbclid=1&os=macos',
      'sort=name&os=macos&os=linux',
    ]) {
      expect(segmentOf(query), query).toBe(plain)
    }
  })

  it('comes back from its segment as it went in', () => {
    const view = {
      sort: '-name',
      os: 'linux',
      author: 'Zoë & Søn',
      minimum_version: '1.2.3',
    } as const
    const segment = segmentOf(viewQuery(view))
    expect(segment).toMatch(/^[\w-]+$/)
    expect(parseView(segment ?? '')).toEqual(view)
  })

  it.each([
    'sort=oldest',
    'os=all',
    'os=beos',
    'category=weather%00',
    'minimum_version=1.2',
    'after=%2Fetc',
    `author=${'x'.repeat(101)}`,
    `after=${'a'.repeat(1001)}`,
  ])('is refused for %.40s', (query) => {
    expect(parseView(segmentOf(query) ?? '')).toBeNull()
  })

  it.each(['', '!!!', 'c29ydD1uYW1lJng9MQ', 'x'.repeat(5000)])(
    'is refused for a segment that no query makes: %.20s',
    (segment) => {
      expect(parseView(segment)).toBeNull()
    },
  )
})

describe('the rewrite of a list', () => {
  it('leads a view to its own cached path', () => {
    const segment = segmentOf('sort=name')
    expect(listRewrite('/fr/home/page', new URLSearchParams('sort=name'))).toBe(
      `/fr/home/page/view/${segment}`,
    )
  })

  it('leaves the plain list and every other page where they are', () => {
    expect(listRewrite('/en/home/iconpack', new URLSearchParams())).toBeNull()
    expect(listRewrite('/en/home/faq', new URLSearchParams('sort=name'))).toBeNull()
    expect(listRewrite('/en/home/iconpack/detail/x', new URLSearchParams('sort=name'))).toBeNull()
  })

  it('closes the inner path to whoever asks for it by name', () => {
    expect(listRewrite('/en/home/iconpack/view/c29ydD1uYW1l', new URLSearchParams())).toBe('/en/-')
  })
})
