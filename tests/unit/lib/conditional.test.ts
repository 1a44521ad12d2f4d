import { describe, expect, it } from 'vitest'
import { isNotModified, matchesEtag } from '#lib/accept.ts'
import { documentResponse } from '#lib/seo/document.ts'

const MODIFIED = Date.parse('2026-03-01T10:00:00.500Z')
const answer = (headers: Record<string, string> = {}, version = 'one', lastModified = MODIFIED) =>
  documentResponse(new Request('http://localhost:3000/feeds/en/all.xml', { headers }), {
    contentType: 'application/xml',
    sharedSeconds: 300,
    version,
    lastModified,
    body: () => '<a/>',
  })

describe('a document for programs', () => {
  const first = answer()
  const etag = first.headers.get('etag') ?? ''

  it('has ETag, Last-Modified and a body', async () => {
    expect(first.status).toBe(200)
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
    expect(first.headers.get('last-modified')).toBe('Sun, 01 Mar 2026 10:00:00 GMT')
    expect(first.headers.get('content-type')).toBe('application/xml')
    expect(await first.text()).toBe('<a/>')
  })

  it.each([
    ['If-None-Match with its tag', { 'if-none-match': etag }],
    ['If-None-Match with its tag among others', { 'if-none-match': `"x", ${etag}` }],
    ['If-None-Match: *', { 'if-none-match': '*' }],
    ['If-Modified-Since of its date', { 'if-modified-since': 'Sun, 01 Mar 2026 10:00:00 GMT' }],
    ['If-Modified-Since of a later date', { 'if-modified-since': 'Mon, 02 Mar 2026 10:00:00 GMT' }],
  ])('is 304 without a body for %s', async (_, headers) => {
    const again = answer(headers)
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=300')
    expect(await again.text()).toBe('')
  })

  it.each([
    ['another tag', { 'if-none-match': '"x"' }],
    ['an earlier date', { 'if-modified-since': 'Sun, 01 Mar 2026 09:59:59 GMT' }],
    ['a text that is no date', { 'if-modified-since': 'yesterday' }],
    [
      'another tag and its date',
      { 'if-none-match': '"x"', 'if-modified-since': 'Sun, 01 Mar 2026 10:00:00 GMT' },
    ],
  ])('is sent again for %s', (_, headers) => {
    expect(answer(headers).status).toBe(200)
  })

  it('has another tag when it depends on something else', () => {
    expect(answer({ 'if-none-match': etag }, 'two').status).toBe(200)
  })
})

it('entity tags are compared weakly', () => {
  expect(matchesEtag('"a"', 'W/"a"')).toBe(true)
  expect(matchesEtag('W/"a"', '"a"')).toBe(true)
  expect(matchesEtag('"aW/b"', '"ab"')).toBe(false)
  expect(matchesEtag('"ab"', '"aW/b"')).toBe(false)
  expect(matchesEtag('"b"', '"a"')).toBe(false)
  expect(matchesEtag(undefined, '"a"')).toBe(false)
})

it('without a date, only the tag counts', () => {
  const headers = new Headers({ 'if-modified-since': 'Mon, 02 Mar 2026 10:00:00 GMT' })
  expect(isNotModified(headers, { etag: '"a"' })).toBe(false)
})
