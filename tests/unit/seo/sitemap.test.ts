import { expect, it } from 'vitest'
import { projectEntries, sitemapIndex } from '#lib/seo/sitemap.ts'

const address = {
  kind: 'profile' as const,
  id: 'a1',
  updated_at: '2026-01-01T00:00:00.000Z',
  cover_url: '/api/v1/file/c/image.webp?a=1&b=2',
}

it('a project has one sitemap entry per language, each listing all languages', () => {
  const entries = projectEntries(address).trim().split('\n')
  expect(entries).toHaveLength(5)
  for (const entry of entries) {
    expect(entry.match(/hreflang="/g)).toHaveLength(6)
    // The schema of sitemaps wants what is its own first.
    expect(entry).toMatch(/^<url><loc>[^<]*<\/loc><lastmod>[^<]*<\/lastmod><xhtml:link /)
    expect(entry).toContain('?a=1&amp;b=2')
  }
})

it('addresses are escaped for XML', () => {
  expect(sitemapIndex(['/a&b.xml'])).toContain('/a&amp;b.xml</loc>')
})
