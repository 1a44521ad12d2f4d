import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { manifestSchema } from '#lib/contract/container.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { zip } from '#backend/demo/archive.ts'
import { files } from '#backend/db/schema.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { aKey, aManifest, containerOf, standardFile, SVG } from '#tests/support/containers.ts'
import { aPicture, aWish, upload, uploaded } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { readZip } from '#tests/unit/demo/read-zip.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())
let ada = ''
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
})

type Kind = 'icon' | 'profile' | 'flexpage'
const nameOf = (kind: Kind) => `mine${KIND_TABLE[kind].fileEnding}`
const send = (kind: Kind, bytes: Uint8Array) => upload(backend, ada, { name: nameOf(kind), bytes })

/** What became of a file: what is said of it, and what is downloaded. */
async function taken(kind: Kind, bytes: Uint8Array) {
  const answer = await send(kind, bytes)
  const said = uploadedFileSchema.parse(answer.data)
  const stored = await backend.app.request(`/api/v1/file/${said.id}/x`)
  const kept = Buffer.from(await stored.arrayBuffer())
  expect(kept.length).toBe(said.size)
  const entries = await readZip(kept)
  const manifest = manifestSchema.parse(JSON.parse(entries.get('manifest.json') ?? ''))
  return { said, kept, manifest, names: [...entries.keys()], warnings: said.warnings ?? [] }
}

describe('an icon pack as people zip it', () => {
  it('is taken with a folder on top, system files, capitals, blanks and other scripts', async () => {
    const paths = [
      'My Pack/',
      'My Pack/.DS_Store',
      'My Pack/icons/Größe Ä.SVG',
      'My Pack/icons/太陽.svg',
      'My Pack/icons/AlarmClock.svg',
      'My Pack/icons/sun.svg',
      'My Pack/license.md',
      '__MACOSX/My Pack/._sun.svg',
      'My Pack/Thumbs.db',
    ]
    const entries = paths.map((path) => ({ path, content: path.endsWith('/') ? '' : SVG }))
    const { names, manifest, warnings, said } = await taken('icon', rawZip(entries))
    expect(names).toEqual([
      'manifest.json',
      'LICENSE.txt',
      'icons/alarm-clock.svg',
      'icons/grosse-a.svg',
      'icons/sun.svg',
      'icons/u592a-u967d.svg',
    ])
    expect(manifest).toMatchObject({ format: 'iconpack', format_version: 2, name: 'mine' })
    expect(manifest).toMatchObject({ icons: [{ name: 'AlarmClock' }, {}, {}, { name: '太陽' }] })
    expect(warnings.map(({ code }) => code)).toEqual(['no_manifest', 'icons_renamed'])
    expect(said).toMatchObject({ is_rewritten: true })
    // Nobody said so: what stands in the form stays.
    expect(said).not.toHaveProperty('inside')
  })

  it('calls icons of one name by the folders in which they differ', async () => {
    const paths = ['flags/4x3/at.svg', 'flags/1x1/at.svg', 'flags/1x1/xx.svg', 'flags/1x1/at.png']
    const { names } = await taken('icon', rawZip(paths.map((path) => ({ path, content: SVG }))))
    expect(names.slice(1)).toEqual(
      ['icons/1x1-at.png', 'icons/1x1-at-2.svg', 'icons/1x1-xx.svg', 'icons/4x3-at.svg'].map(
        (name) => name.replace('1x1-xx', 'xx'),
      ),
    )
  })

  it('keeps what its manifest says, with a word about what is doubtful', async () => {
    const manifest = aManifest('iconpack', {
      format_version: 7,
      version: 'two',
      icons: [
        { name: 'The moon', file: 'Icons/Moon.svg' },
        { name: 'Gone', file: 'icons/gone.svg' },
      ],
    })
    const bytes = containerOf(manifest, ['icons/moon.svg', 'icons/sun.svg', 'preview.jpg'])
    const { warnings, ...kept } = await taken('icon', bytes)
    expect(kept.manifest).toMatchObject({
      name: 'Orchard',
      version: '1.0.0',
      source: { name: 'Orchard' },
      icons: [{ name: 'The moon' }, { name: 'sun' }],
    })
    expect(warnings).toEqual([
      { code: 'newer_version', value: '7', limit: 2 },
      { code: 'field_replaced', field: 'version', value: '1.0.0' },
      { code: 'icons_missing', count: 1, entry: 'icons/gone.svg' },
      { code: 'icons_unlisted', count: 1, entry: 'icons/sun.svg' },
      { code: 'no_license' },
      { code: 'files_left_out', count: 1, entry: 'preview.jpg' },
    ])
  })

  it('ignores the manifest of something else, and says so', async () => {
    const { warnings } = await taken('icon', containerOf({ manifest_version: 3, name: 'Ext' }))
    expect(warnings[0]).toEqual({ code: 'manifest_ignored', count: 1, entry: 'manifest.json' })
  })

  it('leaves out what is too large to be an icon', async () => {
    const large = { path: 'sprite.svg', content: Buffer.alloc(300_000, ' ') }
    const { warnings, names } = await taken(
      'icon',
      rawZip([{ path: 'a.svg', content: SVG }, large]),
    )
    expect(names).toEqual(['manifest.json', 'icons/a.svg'])
    expect(warnings).toContainEqual({ code: 'icons_left_out', count: 1, entry: 'sprite.svg' })
  })

  it('is written to the same bytes each time, and then kept byte for byte', async () => {
    const bytes = containerOf(null, ['b.svg', 'a.svg', 'LICENSE'])
    const [first, second] = [await taken('icon', bytes), await taken('icon', bytes)]
    expect(first.kept.equals(second.kept)).toBe(true)
    const again = await taken('icon', first.kept)
    expect(again.said).toMatchObject({ is_rewritten: false, sha256: first.said.sha256 })
  })

  it('of PNG icons shows them, whatever else is in their files', async () => {
    const png = await aPicture({ width: 300, height: 200 })
    const entries = [
      { path: 'Photo.PNG', content: Buffer.concat([png, Buffer.from('SECRET-TAIL')]) },
      { path: 'broken.png', content: png.subarray(0, 60) },
    ]
    const { manifest } = await taken('icon', await zip(entries))
    expect(manifest).toMatchObject({ format_version: 2, icons: [{}, { file: 'icons/photo.png' }] })
    const file_id = await uploaded(backend, ada, { bytes: await zip(entries) })
    const wish = await aWish(backend, ada, { file_id })
    const { data } = await clientOf(backend).post('/icon', wish, ada)
    const { id } = z.object({ id: z.string() }).parse(data)
    const answer = await backend.get(`/icon/${id}/icons`)
    expect(answer.data).toMatchObject({
      items: [
        { name: 'broken', refused: 'bad_png' },
        { name: 'photo', tone: 'any' },
      ],
    })
    const drawing = await backend.app.request(`/api/v1/file/${file_id}/icons/photo.svg`)
    expect(drawing.headers.get('content-security-policy')).toContain('img-src data:')
    const svg = await drawing.text()
    expect(svg).toMatch(/viewBox="0 0 144 96".*data:image\/png;base64,/)
    expect(Buffer.from(svg.split('base64,')[1] ?? '', 'base64').toString('latin1')).not.toContain(
      'SECRET-TAIL',
    )
  })
})

describe('a profile', () => {
  it('is taken with keys that overlap and icons that are missing, with a word about both', async () => {
    const keys = [
      aKey({ x: 150, width: 100, icon: 'icons/gone.svg', background: '#FFF' }),
      aKey({ x: 80, icon: './Icons/Sun.SVG' }),
    ]
    const pages = [{ id: 'one', name: 'Main', keys }]
    const bytes = containerOf(aManifest('profile', { pages }), ['icons/sun.svg'])
    const { manifest, warnings, said } = await taken('profile', bytes)
    expect(manifest).toMatchObject({
      format_version: 2,
      pages: [
        {
          keys: [
            { x: 80, icon: 'icons/sun.svg' },
            { x: 150, icon: null, background: '#ffffff' },
          ],
        },
      ],
    })
    expect(warnings.map(({ code }) => code)).toEqual([
      'icons_missing',
      'keys_overlap',
      'no_license',
    ])
    expect(said.inside).toEqual({
      title: 'Orchard',
      version: '2.1.0',
      minimum_version: '1.2.0',
      license: 'MIT',
      icons: null,
      pages: 1,
    })
  })
})

describe('publishing', () => {
  it('takes a file for the kind that its manifest says, whatever it is called', async () => {
    const file_id = await uploaded(backend, ada, {
      name: 'x.flexpage',
      bytes: standardFile('flexpage'),
    })
    const wish = await aWish(backend, ada, { file_id, category: 'design' })
    await backend.db.update(files).set({ name: 'x.flexbar' })
    const { ask } = clientOf(backend)
    const asProfile = await ask('/profile', { method: 'POST', body: wish, token: ada })
    expect(asProfile).toMatchObject({ code: 400, message: 'file_id: not a file of this kind' })
    await backend.db.update(files).set({ name: 'x.flexpage' })
    const asPage = await ask('/flexpage', { method: 'POST', body: wish, token: ada })
    expect(asPage).toMatchObject({ code: 200 })
  })

  it('goes on with files from before their kind was looked at', async () => {
    const file_id = await uploaded(backend, ada, { bytes: standardFile('icon') })
    const wish = await aWish(backend, ada, { file_id })
    const { ask } = clientOf(backend)
    const made = await ask('/icon', { method: 'POST', body: wish, token: ada })
    const { id } = z.object({ id: z.string() }).parse(made.data)
    await backend.db.update(files).set({ format: null })
    const body = { id, file_id, title: 'Renamed' }
    expect(await ask('/icon', { method: 'PUT', body, token: ada })).toMatchObject({ code: 200 })
    expect((await backend.app.request(`/api/v1/file/${file_id}/x`)).status).toBe(200)
  })
})
