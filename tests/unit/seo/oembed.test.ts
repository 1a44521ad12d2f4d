import { describe, expect, it } from 'vitest'
import { EMBED, oembed, oembedXml, projectAt } from '#lib/seo/oembed.ts'
import { buildProject } from '#tests/support/builders.ts'

const SITE = 'http://localhost:3000'

describe('the requested address', () => {
  it.each([
    ['/home/iconpack/detail/a1', { locale: 'en', kind: 'icon', id: 'a1' }],
    ['/ja/home/page/detail/a-_1?utm_source=x#top', { locale: 'ja', kind: 'flexpage', id: 'a-_1' }],
    ['/zh-cn/home/plugin/detail/a1/', { locale: 'zh-cn', kind: 'plugin', id: 'a1' }],
  ])('%s is a project’s page', (path, expected) => {
    expect(projectAt(SITE + path)).toEqual(expected)
  })

  it.each([
    `${SITE}/home/iconpack`,
    `${SITE}/home/iconpack/detail/`,
    `${SITE}/home/iconpack/detail/a1/edit`,
    `${SITE}/home/house/detail/a1`,
    `${SITE}/xx/home/iconpack/detail/a1`,
    `${SITE}/home/iconpack/detail/${'a'.repeat(65)}`,
    'http://localhost:3001/home/iconpack/detail/a1',
    'http://localhost:3000.evil.example/home/iconpack/detail/a1',
    'http://evil.example/http://localhost:3000/home/iconpack/detail/a1',
    'javascript:alert(1)',
    '/home/iconpack/detail/a1',
    '',
  ])('%j is none', (address) => {
    expect(projectAt(address)).toBeNull()
  })
})

describe('an oEmbed answer', () => {
  const project = buildProject({ id: 'a1', title: '"><script>alert(1)</script>' })

  it('contains a frame with the project’s card, and the names of project, author and site', () => {
    const answer = oembed('fr', buildProject({ id: 'a1', title: 'Orchard' }), {})
    expect(answer).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'Orchard',
      author_name: 'Ada',
      author_url: `${SITE}/fr/home/author/Ada`,
      provider_name: 'Keystrip',
      thumbnail_width: 1200,
      thumbnail_height: 630,
      ...EMBED,
    })
    expect(answer.html).toContain(`src="${SITE}/embed/fr/icon/a1"`)
  })

  it('respects the maximum size, for the thumbnail too', () => {
    const answer = oembed('en', project, { maxwidth: 300, maxheight: 90 })
    expect(answer).toMatchObject({ width: 300, height: 90 })
    expect(answer).not.toHaveProperty('thumbnail_url')
    expect(oembed('en', project, { maxwidth: 5000 })).toMatchObject(EMBED)
  })

  it('escapes titles in HTML and XML', () => {
    const answer = oembed('en', project, {})
    expect(answer.html).not.toContain('<script>')
    expect(answer.html).toContain('&lt;script&gt;')
    const xml = oembedXml(answer)
    expect(xml).not.toMatch(/<script|<iframe/)
    expect(xml).toContain('<type>rich</type>')
  })
})
