import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { z } from 'zod'
import { fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import { acceptArchive } from '#backend/worker/archive.ts'
import { readPackage } from '#backend/services/plugin/read-package.ts'
import { openLocal } from '#backend/services/container/local-source.ts'
import { readPackedFile } from '#backend/services/container/read-packed-file.ts'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'texts-'))
})
afterAll(() => rm(folder, { recursive: true }))

const readSchema = z.object({
  manifest: z.object({ name: z.string(), license: z.string() }),
  warnings: z.array(fileIssueSchema),
  licenseText: z.string().nullable(),
})
const icons = ['sun', 'moon'].map((name) => ({ path: `icons/${name}.svg`, content: SVG }))

/** Reads a pack. With another ending than that of the application's, a standard archive is written. */
async function read(manifest: Buffer | string, { license = 'Free', ending = '.iconpack' } = {}) {
  const file = path.join(folder, 'pack')
  const output = path.join(folder, 'out.zip')
  const bytes = rawZip([
    { path: 'manifest.json', content: manifest },
    { path: 'LICENSE.txt', content: iconv.encode(license, 'utf-16le', { addBOM: true }) },
    ...icons,
  ])
  await writeFile(file, bytes)
  await rm(output, { force: true })
  const upload = { path: file, size: bytes.length, kind: 'icon', ending, title: 'x', output }
  return readSchema.parse(await acceptArchive(upload))
}
const json = (overrides: Record<string, unknown> = {}) =>
  JSON.stringify(buildManifest('iconpack', overrides))

describe('the manifest of a pack', () => {
  it('is read in UTF-16, as is its licence', async () => {
    const bytes = iconv.encode(json({ name: 'Größe 太陽' }), 'utf-16le', { addBOM: true })
    const { manifest, warnings, licenseText } = await read(bytes, { license: 'Frei für alle' })
    expect(manifest.name).toBe('Größe 太陽')
    expect(warnings).toEqual([])
    expect(licenseText).toBe('Frei für alle')
  })

  it('is read in Shift-JIS, with a warning', async () => {
    const bytes = iconv.encode(json({ name: '音量アップのアイコン', author: '山田' }), 'cp932')
    const { manifest, warnings } = await read(bytes)
    expect(manifest.name).toBe('音量アップのアイコン')
    expect(warnings).toEqual([{ code: 'text_decoded', entry: 'manifest.json', value: 'CP932' }])
  })

  it('is accepted with a key twice, with a warning; the last value counts', async () => {
    const { manifest, warnings } = await read(json().replace('{', '{\n"name": "First",\n'))
    expect(manifest.name).toBe('Orchard')
    expect(warnings).toEqual([
      { code: 'duplicate_keys', entry: 'manifest.json', field: 'name', line: 3, count: 1 },
    ])
  })

  it.each([
    ['mit', 'MIT'],
    ['CC BY 4.0', 'CC-BY-4.0'],
  ])('has its licence in words, %s, read as %s, with a warning', async (value, name) => {
    for (const ending of ['.iconpack', '.zip']) {
      const { manifest, warnings } = await read(json({ license: value }), { ending })
      expect(manifest.license).toBe(name)
      expect(warnings).toEqual([{ code: 'license_read_as', value, name }])
    }
  })

  it('keeps a licence that is none of SPDX, and NOASSERTION', async () => {
    for (const license of ['Free for friends', 'NOASSERTION', 'MIT OR Apache-2.0']) {
      const { manifest, warnings } = await read(json({ license }), { ending: '.zip' })
      expect([manifest.license, warnings]).toEqual([license, []])
    }
  })

  it('has a licence in words that are longer than an identifier', async () => {
    const license = 'Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International'
    const { manifest, warnings } = await read(json({ license }), { ending: '.zip' })
    expect(manifest.license).toBe('CC-BY-NC-SA-4.0')
    expect(warnings.map(({ code }) => code)).toEqual(['license_read_as'])
  })
})

it('the licence of a standard archive is in UTF-8', async () => {
  await read(json(), { license: 'Frei für alle', ending: '.zip' })
  const archive = await fromBufferPromise(await readFile(path.join(folder, 'out.zip')))
  const texts: string[] = []
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName !== 'LICENSE.txt') continue
    texts.push((await readPackedFile(archive, { entry, path: entry.fileName })).toString('utf8'))
  }
  expect(texts).toEqual(['Frei für alle'])
})

describe('the manifest of a package', () => {
  const accept = async (manifest: Buffer) => {
    const file = path.join(folder, 'a.flexplugin')
    const bytes = rawZip([{ path: 'manifest.json', content: manifest }])
    await writeFile(file, bytes)
    return readPackage(...openLocal({ path: file, size: bytes.length }), 'a.flexplugin')
  }

  it.each([
    ['UTF-16LE', Buffer.from([0xff, 0xfe, 0x7b])],
    ['unknown', Buffer.from([1, 2, 0x81, 0xff, 0xfe, 3, 0x80, 0x8d, 0x90, 0xff])],
  ])('that is not valid is refused with the name of its encoding: %s', async (value, bytes) => {
    await expect(accept(bytes)).rejects.toMatchObject({
      issue: { code: 'encoding', entry: 'manifest.json', value },
    })
  })
})
