import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { manifestSchema } from '#lib/contract/file/container.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { zip } from '#demo/archive.ts'
import { files } from '#backend/db/tables.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import {
  buildKey,
  buildManifest,
  buildContainer,
  buildStandardFile,
  SVG,
} from '#tests/support/containers.ts'
import { projectInput, requestAs, upload, uploadFile } from '#tests/support/publishing.ts'
import { createPicture } from '#tests/support/images.ts'
import { headOnly } from '#tests/support/head.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { readZip } from '#tests/support/read-zip.ts'

const backend = await testBackend()
let ada = ''
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
})

/** Uploads an archive of pictures. @returns the response, and the standard archive with its entries. */
async function taken(bytes: Uint8Array) {
  const answer = await upload(backend, ada, { name: 'mine.zip', bytes })
  const uploadedFile = uploadedFileSchema.parse(answer.data)
  const stored = await requestAs(backend, ada, `/api/v1/file/${uploadedFile.id}/x`)
  const storedBytes = Buffer.from(await stored.arrayBuffer())
  expect(storedBytes.length).toBe(uploadedFile.size)
  const entries = await readZip(storedBytes)
  const manifest = manifestSchema.parse(JSON.parse(entries.get('manifest.json') ?? ''))
  return {
    uploadedFile,
    storedBytes,
    manifest,
    names: [...entries.keys()],
    warnings: uploadedFile.warnings ?? [],
  }
}

describe('an icon pack that was zipped by hand', () => {
  it('is accepted with a root folder, system files, capitals, spaces and other scripts', async () => {
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
    const { names, manifest, warnings, uploadedFile } = await taken(rawZip(entries))
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
    expect(uploadedFile).toMatchObject({ format: 'folder', original: { name: 'mine.zip' } })
    // Its name is proposed; a version is not, since none is declared.
    expect(uploadedFile.manifest_summary).toEqual({
      title: 'mine',
      minimum_version: '1.0.0',
      license: 'NOASSERTION',
      icons: 4,
      pages: null,
    })
  })

  it('distinguishes icons of the same name by their folders', async () => {
    const paths = ['flags/4x3/at.svg', 'flags/1x1/at.svg', 'flags/1x1/xx.svg', 'flags/1x1/at.png']
    const { names } = await taken(rawZip(paths.map((path) => ({ path, content: SVG }))))
    expect(names.slice(1)).toEqual(
      ['icons/1x1-at.png', 'icons/1x1-at-2.svg', 'icons/1x1-xx.svg', 'icons/4x3-at.svg'].map(
        (name) => name.replace('1x1-xx', 'xx'),
      ),
    )
  })

  it('keeps the data of its manifest, with warnings', async () => {
    const manifest = buildManifest('iconpack', {
      format_version: 7,
      version: 'two',
      icons: [
        { name: 'The moon', file: 'Icons/Moon.svg' },
        { name: 'Gone', file: 'icons/gone.svg' },
      ],
    })
    const bytes = buildContainer(manifest, ['icons/moon.svg', 'icons/sun.svg', 'preview.jpg'])
    const { warnings, ...storedBytes } = await taken(bytes)
    // Only the container that is written anew lacks the other file.
    const kept = uploadedFileSchema.parse(
      (await upload(backend, ada, { name: 'mine.iconpack', bytes })).data,
    )
    expect(kept).toMatchObject({ original: null, size: bytes.length })
    expect(kept.entries).toEqual({
      count: 1,
      items: [{ name: 'preview.jpg', size: SVG.length }],
    })
    expect(kept.warnings).toEqual([
      ...warnings.slice(0, -1),
      { code: 'files_kept', count: 1, entry: 'preview.jpg' },
    ])
    expect(storedBytes.manifest).toMatchObject({
      name: 'Orchard',
      version: '1.0.0',
      source: { name: 'Orchard' },
      icons: [{ name: 'The moon' }, { name: 'sun' }],
    })
    expect(warnings).toEqual([
      { code: 'newer_version', value: '7', limit: 3 },
      { code: 'field_replaced', field: 'version', value: '1.0.0' },
      { code: 'icons_missing', count: 1, entry: 'icons/gone.svg' },
      { code: 'icons_unlisted', count: 1, entry: 'icons/sun.svg' },
      { code: 'no_license' },
      { code: 'files_left_out', count: 1, entry: 'preview.jpg' },
    ])
  })

  it('ignores the manifest of another tool, with a warning', async () => {
    const { warnings } = await taken(buildContainer({ manifest_version: 3, name: 'Ext' }))
    expect(warnings).toContainEqual({ code: 'manifest_ignored', count: 1, entry: 'manifest.json' })
  })

  it('skips icons that are too large', async () => {
    const large = { path: 'sprite.svg', content: Buffer.alloc(300_000, ' ') }
    const { warnings, names } = await taken(rawZip([{ path: 'a.svg', content: SVG }, large]))
    expect(names).toEqual(['manifest.json', 'icons/a.svg'])
    expect(warnings).toContainEqual({ code: 'icons_left_out', count: 1, entry: 'sprite.svg' })
  })

  it('is standardised deterministically, and unchanged if it is uploaded again', async () => {
    const bytes = buildContainer(null, ['b.svg', 'a.svg', 'LICENSE'])
    const [first, second] = [await taken(bytes), await taken(bytes)]
    expect(first.storedBytes.equals(second.storedBytes)).toBe(true)
    const again = await taken(first.storedBytes)
    expect(again.uploadedFile).toMatchObject({
      format: 'keystrip',
      sha256: first.uploadedFile.sha256,
    })
  })

  it('shows PNG icons without the metadata of their files', async () => {
    const png = await createPicture({ width: 300, height: 200 })
    const entries = [
      { path: 'Photo.PNG', content: Buffer.concat([png, Buffer.from('SECRET-TAIL')]) },
      { path: 'broken.png', content: png.subarray(0, 60) },
    ]
    const { manifest } = await taken(await zip(entries))
    expect(manifest).toMatchObject({ format_version: 2, icons: [{}, { file: 'icons/photo.png' }] })
    const file_id = await uploadFile(backend, ada, { bytes: await zip(entries) })
    const input = await projectInput(backend, ada, { file_id })
    const { data } = await clientOf(backend).post('/icon', input, ada)
    const { id } = z.object({ id: z.string() }).parse(data)
    const answer = await backend.get(`/icon/${id}/icons`)
    expect(answer.data).toMatchObject({
      items: [
        { name: 'broken', refused: 'damaged_picture' },
        { name: 'photo', tone: 'any' },
      ],
    })
    const drawing = await requestAs(backend, ada, `/api/v1/file/${file_id}/icons/photo.svg`)
    expect(drawing.headers.get('content-security-policy')).toContain('img-src data:')
    const svg = await drawing.text()
    expect(svg).toMatch(/viewBox="0 0 144 96".*data:image\/png;base64,/)
    expect(Buffer.from(svg.split('base64,')[1] ?? '', 'base64').toString('latin1')).not.toContain(
      'SECRET-TAIL',
    )
  })
})

describe('a profile', () => {
  it('is accepted with overlapping keys and missing icons, with warnings', async () => {
    const keys = [
      buildKey({ x: 150, width: 100, icon: 'icons/gone.svg', background: '#FFF' }),
      buildKey({ x: 80, icon: './Icons/Sun.SVG' }),
    ]
    const pages = [{ id: 'one', name: 'Main', keys }]
    const bytes = buildContainer(buildManifest('profile', { pages }), ['icons/sun.svg'])
    const answer = await upload(backend, ada, { name: 'mine.flexbar', bytes })
    const { warnings = [], ...uploadedFile } = uploadedFileSchema.parse(answer.data)
    const stored = await requestAs(backend, ada, uploadedFile.url)
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
    const headers = { authorization: `Bearer ${ada}` }
    const contents = await backend.get(`/file/${uploadedFile.id}/contents`, { headers })
    expect(contents.data).toMatchObject({
      pages: [
        {
          keys: [
            { x: 80, icon: expect.stringMatching(/icons\/sun(?:\.\d+)?\.svg$/) },
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
    expect(uploadedFile.manifest_summary).toEqual({
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
  it('accepts a file only for the kind of its manifest, whatever its extension', async () => {
    const file_id = await uploadFile(backend, ada, {
      name: 'x.flexpage',
      bytes: buildStandardFile('flexpage'),
    })
    const input = await projectInput(backend, ada, { file_id, category: 'design' })
    await backend.db.update(files).set({ name: 'x.flexbar' })
    const { ask } = clientOf(backend)
    const asProfile = await ask('/profile', { method: 'POST', body: input, token: ada })
    expect(asProfile).toMatchObject({ code: 400, message: 'file_id: not a file of this kind' })
    await backend.db.update(files).set({ name: 'x.flexpage' })
    const asPage = await ask('/flexpage', { method: 'POST', body: input, token: ada })
    expect(asPage).toMatchObject({ code: 200 })
  })

  it('accepts changes of projects whose files were stored without a kind', async () => {
    const file_id = await uploadFile(backend, ada, { bytes: buildStandardFile('icon') })
    const input = await projectInput(backend, ada, { file_id })
    const { ask } = clientOf(backend)
    const made = await ask('/icon', { method: 'POST', body: input, token: ada })
    const { id } = z.object({ id: z.string() }).parse(made.data)
    await backend.db.update(files).set({ format: null })
    const body = { id, file_id, title: 'Renamed' }
    expect(await ask('/icon', { method: 'PUT', body, token: ada })).toMatchObject({ code: 200 })
    expect((await headOnly(backend.app.request(`/api/v1/file/${file_id}/x`))).status).toBe(200)
  })
})
