import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEVICE } from '#lib/contract/container.ts'
import { pagesSchema } from '#lib/contract/inside.ts'
import { popularSchema } from '#lib/contract/list.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import { zip } from '#backend/demo/archive.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { HOSTILE_SVGS } from '#tests/support/hostile-svgs.ts'
import { packOf } from '#tests/support/search-catalogue.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())
beforeEach(() => backend.empty())

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'
const key = { x: 0, width: 100, label: 'Rec', background: '#000000', foreground: '#ffffff' }
const manifest = {
  format: 'profile',
  format_version: 1,
  name: 'Desk',
  version: '1.0.0',
  author: 'Ada',
  minimum_version: '1.0.0',
  license: 'MIT',
  device: DEVICE,
  pages: [
    {
      id: 'one',
      name: 'Main',
      keys: [{ ...key, icon: 'icons/sun.svg', action: { type: 'page', page: 'two' } }],
    },
    {
      id: 'two',
      name: 'More',
      keys: [{ ...key, icon: null, action: { type: 'text', text: 'Hi' } }],
    },
  ],
}

async function addProfile(content: unknown, name = 'manifest.json') {
  const bytes = await zip([
    { path: name, content: typeof content === 'string' ? content : JSON.stringify(content) },
    { path: 'icons/sun.svg', content: SVG },
  ])
  return backend.add({ kind: 'profile', category: 'design', file: { name: 'desk.flexbar', bytes } })
}
async function pagesOf(id: string) {
  const { status, data } = await backend.get(`/profile/${id}/pages`)
  expect(status).toBe(200)
  return pagesSchema.parse(data).pages
}

describe('the pages of a profile', () => {
  it('are what its file puts on the strip, each icon at an address of its own', async () => {
    const pages = await pagesOf(await addProfile(manifest))
    expect(pages.map(({ name }) => name)).toEqual(['Main', 'More'])
    const [first] = pages[0]?.keys ?? []
    expect(first).toMatchObject({ x: 0, width: 100, label: 'Rec', action: { type: 'page' } })
    const answer = await backend.app.request(first?.icon ?? '')
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(await answer.text()).toContain('M0 0h9v9')
  })

  it.each<[string, unknown, string?]>([
    ['has no manifest', manifest, 'other.json'],
    ['has a manifest that is no JSON', '{"format":'],
    ['has a manifest of another format', { ...manifest, format: 'presets' }],
    ['has a newer format', { ...manifest, format_version: 3 }],
    [
      'has keys that overlap',
      { ...manifest, pages: [{ ...manifest.pages[1], keys: [{ ...key, x: -1 }] }] },
    ],
    ['has a manifest of 5 MB', { ...manifest, attribution: 'x'.repeat(5 * 1024 * 1024) }],
  ])('are none where the file %s', async (_, content, name) => {
    expect(await pagesOf(await addProfile(content, name))).toEqual([])
  })

  it('are none where the file is no archive, or is gone', async () => {
    const file = { name: 'desk.flexbar', bytes: Buffer.from('not a zip') }
    const about = { kind: 'profile', category: 'design' } as const
    expect(await pagesOf(await backend.add({ ...about, file }))).toEqual([])
    expect(await pagesOf(await backend.add({ ...about, file: undefined }))).toEqual([])
  })

  it('are 404 for other kinds and for what is not there', async () => {
    const id = await addProfile(manifest)
    for (const path of [`/flexpage/${id}/pages`, '/profile/nothing/pages', '/profile/!/pages']) {
      expect((await backend.get(path)).status, path).toBe(404)
    }
    expect((await backend.get(`/icon/${id}/pages`)).status).toBe(404)
  })

  it('bring no icons into the search for single icons', async () => {
    await addProfile(manifest)
    expect((await backend.get('/index/icons?q=sun')).data).toMatchObject({ total: 0 })
  })
})

describe('an icon of a pack', () => {
  it('is served safe, whatever stands in the archive', async () => {
    const entries = Object.values(HOSTILE_SVGS).map((content, at) => ({
      path: `icons/hostile-${at}.svg`,
      content,
    }))
    const bytes = await zip(entries)
    const id = await backend.add({ file: { name: 'pack.iconpack', bytes } })
    const { data } = await backend.get(`/icon/${id}/icons`)
    expect(data).toMatchObject({ items: { length: entries.length } })
    const fileId = /\/file\/([\w-]+)\//.exec(JSON.stringify(data))?.[1]
    let served = 0
    for (const at of entries.keys()) {
      const answer = await backend.app.request(`/api/v1/file/${fileId}/icons/hostile-${at}.svg`)
      const svg = await answer.text()
      expect(answer.status).toBe(200)
      served += 1
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(svg).not.toMatch(/script|alert|elsewhere\.example|foreignObject|\bon\w+=/i)
    }
    expect(served).toBe(entries.length)
  })
})

describe('an archive that is not as it should be', () => {
  const iconsOf = async (bytes: Buffer) => {
    const id = await backend.add({ file: { name: 'pack.iconpack', bytes } })
    const { status, data } = await backend.get(`/icon/${id}/icons`)
    expect(status).toBe(200)
    return packIconsSchema.parse(data).items
  }
  const icons = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ path: `icons/i-${at}.svg`, content: SVG }))

  it('holds no icons where it is cut off, or its directory lies', async () => {
    const whole = await zip(icons(3))
    expect(await iconsOf(whole)).toHaveLength(3)
    expect(await iconsOf(whole.subarray(0, whole.length - 30))).toEqual([])
    expect(await iconsOf(whole.subarray(40))).toEqual([])
    const lying = Buffer.from(whole)
    // The offset of the central directory (APPNOTE 4.3.16).
    lying.writeUInt32LE(0x7fffffff, lying.length - 6)
    expect(await iconsOf(lying)).toEqual([])
  })

  it('shows icons at their place alone: not in other folders, archives, or links out of it', async () => {
    const inner = await zip(icons(1))
    const entries = [
      ...icons(1),
      { path: 'nested.zip', content: inner },
      { path: 'icons/deeper/x.svg', content: SVG },
      { path: 'icons/X.SVG', content: SVG },
      { path: 'icons/link.svg', content: '/etc/passwd' },
    ]
    const found = await iconsOf(await zip(entries))
    expect(found.map(({ name }) => name)).toEqual(['i-0', 'link'])
    const answer = await backend.app.request(found[1]?.url ?? '')
    expect(found[1]?.refused).toBe('not_svg')
    expect(await answer.text()).not.toContain('passwd')
  })

  it('shows ten thousand icons at most', async () => {
    expect(await iconsOf(await zip(icons(10_050)))).toHaveLength(10_000)
  }, 90_000)
})

describe('related projects', () => {
  const titlesNear = async (id: string, kind = 'icon') => {
    const { status, data } = await backend.get(`/${kind}/${id}/related`)
    expect(status).toBe(200)
    return popularSchema.parse(data).items.map(({ title }) => title)
  }

  it('share most tags and icon names, then the category, and are by others', async () => {
    const about = { description: '', category: 'weather' } as const
    const file = await packOf('cloud', 'sun', 'rain')
    const id = await backend.add({ ...about, title: 'Own', author: 'Ada', tags: ['sky'], file })
    await backend.add({ ...about, title: 'Far', author: 'Bo', category: 'games', downloads: 9e6 })
    await backend.add({ ...about, title: 'Category', author: 'Bo', downloads: 9000 })
    await backend.add({ ...about, title: 'Tag', author: 'Bo', category: 'games', tags: ['sky'] })
    await backend.add({
      ...about,
      title: 'Icons',
      author: 'Cy',
      file: await packOf('cloud', 'sun'),
    })
    await backend.add({ ...about, title: 'Mine', author: 'Ada', tags: ['sky'] })
    await backend.add({
      ...about,
      title: 'Plugin',
      author: 'Bo',
      kind: 'plugin',
      category: 'audio',
      tags: ['sky'],
    })
    expect(await titlesNear(id)).toEqual(['Icons', 'Tag', 'Category'])
  })

  it('may be none; of what is not there they are 404', async () => {
    const id = await backend.add({ title: 'Alone' })
    expect(await titlesNear(id)).toEqual([])
    expect((await backend.get('/icon/nothing/related')).status).toBe(404)
    expect((await backend.get(`/plugin/${id}/related`)).status).toBe(404)
  })
})
