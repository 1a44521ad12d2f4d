import { beforeEach, describe, expect, it } from 'vitest'
import { DEVICE } from '#lib/contract/file/container.ts'
import { pagesSchema } from '#lib/contract/file/contents.ts'
import { fileContentsSchema } from '#lib/contract/file/file-contents.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import { readContents } from '#backend/services/drawing/contents.ts'
import { zip } from '#demo/archive.ts'
import { testBackend } from '#tests/support/backend.ts'
import { HOSTILE_SVGS } from '#tests/support/hostile-svgs.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { createPicture } from '#tests/support/images.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { PAYER } from '#tests/support/payer.ts'

const backend = await testBackend()
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
  it('are the pages of its file, with the URL of each icon', async () => {
    const pages = await pagesOf(await addProfile(manifest))
    expect(pages.map(({ name }) => name)).toEqual(['Main', 'More'])
    const [first] = pages[0]?.keys ?? []
    expect(first).toMatchObject({ x: 0, width: 100, label: 'Rec', action: { type: 'page' } })
    const response = await backend.app.request(first?.icon ?? '')
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(await response.text()).toContain('M0 0h9v9')
  })

  it.each<[string, unknown, string?]>([
    ['has no manifest', manifest, 'other.json'],
    ['has a manifest that is not JSON', '{"format":'],
    ['has a manifest of another format', { ...manifest, format: 'presets' }],
    ['has a newer format', { ...manifest, format_version: 4 }],
    [
      'has keys that overlap',
      { ...manifest, pages: [{ ...manifest.pages[1], keys: [{ ...key, x: -1 }] }] },
    ],
    ['has a manifest of 5 MB', { ...manifest, attribution: 'x'.repeat(5 * 1024 * 1024) }],
  ])('are empty if the file %s', async (_, content, name) => {
    expect(await pagesOf(await addProfile(content, name))).toEqual([])
  })

  it('are empty if the file is not an archive, or missing', async () => {
    const file = { name: 'desk.flexbar', bytes: Buffer.from('not a zip') }
    const fields = { kind: 'profile', category: 'design' } as const
    expect(await pagesOf(await backend.add({ ...fields, file }))).toEqual([])
    expect(await pagesOf(await backend.add({ ...fields, file: null }))).toEqual([])
  })

  it('are 404 for other kinds and unknown projects', async () => {
    const id = await addProfile(manifest)
    for (const path of [`/flexpage/${id}/pages`, '/profile/nothing/pages', '/profile/!/pages']) {
      expect((await backend.get(path)).status, path).toBe(404)
    }
    expect((await backend.get(`/icon/${id}/pages`)).status).toBe(404)
  })

  it('do not add icons to the icon search', async () => {
    await addProfile(manifest)
    expect((await backend.get('/index/icons?q=sun')).data).toMatchObject({ total: 0 })
  })
})

describe('an icon of a pack', () => {
  it('is served sanitised, whatever the archive contains', async () => {
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
      const response = await backend.app.request(`/api/v1/file/${fileId}/icons/hostile-${at}.svg`)
      const svg = await response.text()
      expect(response.status).toBe(200)
      served += 1
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(svg).not.toMatch(/script|alert|elsewhere\.example|foreignObject|\bon\w+=/i)
    }
    expect(served).toBe(entries.length)
  })
})

describe('a malformed archive', () => {
  const iconsOf = async (bytes: Buffer) => {
    const id = await backend.add({ file: { name: 'pack.iconpack', bytes } })
    const { status, data } = await backend.get(`/icon/${id}/icons`)
    expect(status).toBe(200)
    return packIconsSchema.parse(data).items
  }
  const icons = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ path: `icons/i-${at}.svg`, content: SVG }))

  it('has no icons if it is truncated or its central directory is wrong', async () => {
    const complete = await zip(icons(3))
    expect(await iconsOf(complete)).toHaveLength(3)
    expect(await iconsOf(complete.subarray(0, complete.length - 30))).toEqual([])
    expect(await iconsOf(complete.subarray(40))).toEqual([])
    const wrong = Buffer.from(complete)
    // The offset of the central directory (APPNOTE 4.3.16).
    wrong.writeUInt32LE(0x7fffffff, wrong.length - 6)
    expect(await iconsOf(wrong)).toEqual([])
  })

  it('shows only icons in the icons folder: none in subfolders or nested archives, and no links', async () => {
    const inner = await zip(icons(1))
    const entries = [
      ...icons(1),
      { path: 'nested.zip', content: inner },
      { path: 'icons/deeper/x.svg', content: SVG },
      { path: 'icons/X.SVG', content: SVG },
      { path: 'icons/link.svg', content: '/etc/passwd' },
    ]
    const items = await iconsOf(await zip(entries))
    expect(items.map(({ name }) => name)).toEqual(['i-0', 'link'])
    const response = await backend.app.request(items[1]?.url ?? '')
    expect(items[1]?.refused).toBe('not_svg')
    expect(await response.text()).not.toContain('passwd')
  })

  it('shows at most ten thousand icons', { tags: 'long' }, async () => {
    const bytes = await zip(icons(10_050))
    await backend.storage.write('large', bytes)
    const contents = await readContents(backend, { key: 'large', size: bytes.length }, PAYER)
    expect(contents.icons).toHaveLength(10_000)
  })
})

describe('the contents of an uploaded file', () => {
  const contentsOf = async (id: string, token: string) =>
    clientOf(backend).ask(`/file/${id}/contents`, { token })

  it.each([
    ['icon', ['sun', 'moon'], []],
    ['profile', [], ['Main']],
    ['flexpage', [], ['Main']],
  ] as const)(
    'are readable for its owner before it is published: %s',
    async (kind, icons, pages) => {
      const token = await registered(backend)
      const bytes = buildStandardFile(kind)
      const name = `desk${KIND_TABLE[kind].fileEnding}`
      const id = await uploadFile(backend, token, { purpose: 'project', name, bytes })
      const { code, data } = await contentsOf(id, token)
      expect(code).toBe(200)
      const contents = fileContentsSchema.parse(data)
      expect(contents.file).toMatchObject({ name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(contents.icons.items.map((icon) => icon.name)).toEqual(icons)
      expect(contents.pages.map((page) => page.name)).toEqual(pages)
    },
  )

  it('are not readable for others, and pictures have none', async () => {
    const token = await registered(backend)
    const other = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    const bytes = buildStandardFile('icon')
    const id = await uploadFile(backend, token, { purpose: 'project', name: 'a.iconpack', bytes })
    const cover = await uploadFile(backend, token, {
      purpose: 'cover',
      name: 'cover.png',
      bytes: await createPicture(),
    })
    const missing = { code: 404, reason: 'file_missing', data: null }
    expect(await contentsOf(id, other)).toMatchObject(missing)
    expect(await contentsOf(cover, token)).toMatchObject(missing)
    expect(await contentsOf('nothing', token)).toMatchObject(missing)
  })
})
