import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { BUILT_KEYS_MAX } from '#lib/contract/file/built-keys.ts'
import type { BuiltStripRequest } from '#lib/contract/file/built-strip.ts'
import { flexpageManifestSchema, iconPackManifestSchema } from '#lib/contract/file/container.ts'
import { projects } from '#backend/db/tables.ts'
import { standardLicense } from '#backend/text/standard-license.ts'
import { packFile } from '#demo/build-file.ts'
import { iconOf, iconSet } from '#demo/icon-set.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { LICENSE_TEXT, PACK } from '#tests/support/recolour.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

async function addPack(
  said: { title?: string; license?: string | null; author?: string } = {},
  entries = PACK,
) {
  const file = { name: 'Orchard.iconpack', bytes: rawZip(entries) }
  return backend.add({ title: 'Orchard', license: 'MIT', author: 'Ada', ...said, file })
}

const WITHOUT_LICENSE = PACK.filter(({ path }) => path !== 'LICENSE.txt')

type Key = { pack: string; icon: string; label?: string }

const BSD =
  (await standardLicense('BSD-3-Clause', {
    author: 'Grace Hopper',
    year: 2019,
    title: 'Folder',
  })) ?? ''

/** Asks for a strip. */
async function ask(keys: Key[], format: BuiltStripRequest['format'] = 'flexpage') {
  const answer = await backend.app.request('/api/v1/strip', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ format, title: 'My desk', keys }),
  })
  return { status: answer.status, headers: answer.headers, bytes: await answer.arrayBuffer() }
}

const refusal = ({ status, bytes }: Awaited<ReturnType<typeof ask>>) => ({
  status,
  ...JSON.parse(Buffer.from(bytes).toString()),
})

/** The text of each entry of a strip. */
async function build(keys: Key[], format: BuiltStripRequest['format'] = 'flexpage') {
  const { status, bytes } = await ask(keys, format)
  expect(status).toBe(200)
  const archive = await fromBufferPromise(Buffer.from(bytes))
  const entries = new Map<string, string>()
  for await (const entry of archive.eachEntry()) {
    entries.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)))
  }
  return { entries, manifest: JSON.parse(entries.get('manifest.json') ?? '') }
}

describe('a strip of single icons', () => {
  it('is a page with the icons of several packs, and the licences and credits of all of them', async () => {
    const orchard = await addPack()
    const coast = await addPack({ title: 'Coast', license: 'CC-BY-4.0' }, WITHOUT_LICENSE)
    const { entries, manifest } = await build([
      { pack: orchard, icon: 'sun', label: 'Day' },
      { pack: coast, icon: 'sun' },
      { pack: orchard, icon: 'moon' },
      { pack: orchard, icon: 'sun', label: 'Again' },
    ])
    const page = flexpageManifestSchema.parse(manifest)
    expect(page).toMatchObject({ name: 'My desk', license: 'NOASSERTION', format_version: 1 })
    expect(page.attribution).toBe('Orchard by Ada (MIT); Coast by Ada (CC-BY-4.0)')
    const [keys = []] = page.pages.map((one) => one.keys)
    expect(keys.map(({ icon, label, x }) => [icon, label, x])).toEqual([
      ['icons/sun.svg', 'Day', 0],
      ['icons/sun-2.svg', '', 180],
      ['icons/moon.svg', '', 360],
      ['icons/sun.svg', 'Again', 540],
    ])
    const license = entries.get('LICENSE.txt') ?? ''
    for (const part of [
      `sun, moon\nfrom http://localhost:3000/home/iconpack/detail/${orchard}`,
      'Orchard 1.0.0\nAuthor: Ada\nLicense: MIT',
      'Coast 1.0.0\nAuthor: Ada\nLicense: CC-BY-4.0',
      `License: MIT\nIcons from: Orchard by Ada, https://example.com/\n\n${LICENSE_TEXT}\n`,
      'Copyright (c) 2026 Ada\n\nCreative Commons Attribution 4.0',
      'Creative Commons Attribution 4.0 International',
    ]) {
      expect(license).toContain(part)
    }
    expect([...entries.keys()].toSorted()).toEqual([
      'LICENSE.txt',
      'icons/moon.svg',
      'icons/sun-2.svg',
      'icons/sun.svg',
      'manifest.json',
    ])
  })

  it('has the licences of four packs with their holders, as each pack has them', async () => {
    const lucide = await iconSet('lucide')
    const head = { name: 'Lines', author: 'demo', version: '1.0.0', minimum_version: '1.0.0' }
    const sun = { name: 'sun', icon: iconOf(lucide, 'sun') }
    const demo = { name: 'lines.iconpack', bytes: await packFile(lucide, head, [sun]) }
    const ada = await registered(backend)
    const publish = async (name: string, bytes: Uint8Array, license: string) => {
      const file_id = await uploadFile(backend, ada, { name, bytes })
      return (await publishProject(backend, ada, { file_id, title: name, license })).id
    }
    const set = {
      prefix: 'tabler',
      info: { name: 'Tabler Icons', author: { name: 'Paweł Kuna' }, license: { spdx: 'MIT' } },
      icons: { sun: { body: '<path d="M4 4h16v16z"/>' } },
    }
    const folder = [
      { path: 'Pack/LICENSE', content: BSD },
      { path: 'Pack/sun.svg', content: SVG },
    ]
    const packs = [
      await backend.add({ title: 'Lines', license: 'ISC', author: 'demo', file: demo }),
      await publish('Set.json', Buffer.from(JSON.stringify(set)), 'MIT'),
      await publish('Folder.zip', rawZip(folder), 'BSD-3-Clause'),
      await addPack({ title: 'Coast', license: 'CC-BY-4.0', author: 'grace' }, WITHOUT_LICENSE),
    ]
    const { entries } = await build(packs.map((pack) => ({ pack, icon: 'sun' })))
    const parts = (entries.get('LICENSE.txt') ?? '').split(`\n${'-'.repeat(72)}\n\n`)
    const partOf = (at: number) =>
      parts.find((part) => part.includes(`/detail/${packs[at]}`)) ?? 'none'
    expect(parts).toHaveLength(4)
    expect(partOf(0)).toContain('Copyright (c) 2026 Lucide Icons and Contributors')
    expect(partOf(0)).toContain('Copyright (c) 2013-present Cole Bemis')
    expect(partOf(1)).toContain('Icons from: Tabler Icons by Paweł Kuna\n\nMIT License')
    expect(partOf(1)).toContain('Copyright (c) 2026 Paweł Kuna')
    expect(partOf(2)).toContain(`\n\n${BSD}\n`)
    expect(partOf(3)).toContain('Copyright (c) 2026 Ada\n\nCreative Commons Attribution 4.0')
    expect(parts.join('')).not.toMatch(/Internet Systems Consortium|<year>|<copyright holders>/)
  })

  it('is a pack of the same icons, with its licence where all have the same', async () => {
    const id = await addPack()
    const { manifest } = await build(
      [
        { pack: id, icon: 'sun' },
        { pack: id, icon: 'moon' },
      ],
      'iconpack',
    )
    expect(iconPackManifestSchema.parse(manifest)).toMatchObject({
      license: 'MIT',
      icons: [
        { name: 'sun', file: 'icons/sun.svg' },
        { name: 'moon', file: 'icons/moon.svg' },
      ],
    })
  })

  it.each(['flexpage', 'iconpack'] as const)('as %s can be published here', async (format) => {
    const id = await addPack()
    const { bytes } = await ask([{ pack: id, icon: 'sun' }], format)
    const kind = format === 'iconpack' ? 'icon' : 'flexpage'
    const file = { name: `Mine.${format}`, bytes: Buffer.from(bytes) }
    const published = await backend.add({ kind, title: 'Mine', file })
    const call = kind === 'icon' ? 'icons' : 'pages'
    expect(JSON.stringify((await backend.get(`/${kind}/${published}/${call}`)).data)).toContain(
      '.svg',
    )
  })

  it('keeps a picture of pixels as a PNG', async () => {
    const manifest = { ...buildManifest('iconpack'), format_version: 2 }
    const icons = [{ name: 'photo', file: 'icons/photo.png' }]
    const id = await addPack({}, [
      { path: 'manifest.json', content: JSON.stringify({ ...manifest, icons }) },
      { path: 'icons/photo.png', content: await createPicture({ width: 64, height: 64 }) },
    ])
    const { entries, manifest: page } = await build([{ pack: id, icon: 'photo' }])
    expect(entries.has('icons/photo.png')).toBe(true)
    expect(flexpageManifestSchema.parse(page).format_version).toBe(2)
  })

  it('has room for 60 keys that do not overlap, and is refused with 61', async () => {
    const id = await addPack()
    const keys = Array.from({ length: BUILT_KEYS_MAX }, () => ({ pack: id, icon: 'sun' }))
    const { manifest } = await build(keys)
    expect(flexpageManifestSchema.parse(manifest)).toMatchObject({ format_version: 1 })
    expect((await ask([...keys, { pack: id, icon: 'sun' }])).status).toBe(400)
    expect((await ask([])).status).toBe(400)
  })
})

describe('a strip is refused', () => {
  it.each([
    ['CC-BY-ND-4.0', 'no_derivatives'],
    [null, 'unknown_license'],
    ['All rights reserved', 'unknown_license'],
  ])('under the licence %s, naming the packs by %s', async (license, reason) => {
    const free = await addPack()
    const closed = await addPack({ title: 'Closed', license })
    const answer = await ask([
      { pack: free, icon: 'sun' },
      { pack: closed, icon: 'sun' },
    ])
    expect(refusal(answer)).toMatchObject({
      status: 409,
      reason: 'not_combinable',
      details: { packs: closed, [reason]: closed },
    })
  })

  it('for a pack that does not exist or is hidden, and for an icon that its pack lacks', async () => {
    const id = await addPack()
    const hidden = await addPack()
    const { db } = backend
    await db.update(projects).set({ hiddenAt: new Date() }).where(eq(projects.id, hidden))
    for (const key of [
      { pack: 'nothing', icon: 'sun' },
      { pack: hidden, icon: 'sun' },
      { pack: id, icon: 'star' },
    ]) {
      expect((await ask([{ pack: id, icon: 'sun' }, key])).status).toBe(404)
    }
  })

  it('whose drawings are larger than 4 MB together', async () => {
    const large = SVG.replace(
      '<path',
      `<desc>${'x'.repeat(200)}</desc><path d="M0 0${'h1'.repeat(60_000)}"/><path`,
    )
    const names = Array.from({ length: 40 }, (_, at) => `large-${at}`)
    const icons = names.map((name) => ({ name, file: `icons/${name}.svg` }))
    const id = await addPack({}, [
      { path: 'manifest.json', content: JSON.stringify({ ...buildManifest('iconpack'), icons }) },
      ...icons.map(({ file }) => ({ path: file, content: large })),
    ])
    const answer = await ask(names.map((icon) => ({ pack: id, icon })))
    expect(refusal(answer)).toMatchObject({ status: 413, reason: 'too_large' })
  })
})
