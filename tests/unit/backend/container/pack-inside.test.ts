import { describe, expect, it } from 'vitest'
import { buildContainer, buildManifest, buildStandardFile, SVG } from '#tests/support/containers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { readUpload } from '#tests/support/read-upload.ts'

const pack = buildStandardFile('icon')
const archive = (files: Record<string, Buffer | string>) =>
  rawZip(Object.entries(files).map(([path, content]) => ({ path, content })))
const read = (name: string, files: Record<string, Buffer | string>) =>
  readUpload(name, archive(files))

describe('an archive around one project file is read as that file', () => {
  it.each<[string, Record<string, Buffer | string>, string]>([
    ['alone', { 'x.iconpack': pack }, 'x.iconpack'],
    ['in a folder', { 'Downloads/x.iconpack': pack }, 'Downloads/x.iconpack'],
    ['in upper case', { 'X.ICONPACK': pack }, 'X.ICONPACK'],
    [
      'beside files of systems',
      { 'x.iconpack': pack, '__MACOSX/._x.iconpack': 'x', '.DS_Store': 'x' },
      'x.iconpack',
    ],
    ['as a zip', { 'x.zip': pack }, 'x.zip'],
    ['named as a zip once more', { 'x.iconpack (1).zip': pack }, 'x.iconpack (1).zip'],
  ])('%s', async (_, files, entry) => {
    const reading = await read('download.zip', files)
    expect(reading).toMatchObject({ error: null, format: 'keystrip', isRewritten: true })
    expect(reading.warnings[0]).toEqual({ code: 'read_inside', entry })
    expect(reading.warnings.map(({ code }) => code)).not.toContain('files_left_out')
    expect([...reading.drawings]).toEqual([
      ['sun', SVG],
      ['moon', SVG],
    ])
  })

  it('names what lies beside it, which is left out', async () => {
    const reading = await read('download.zip', {
      'x.iconpack': pack,
      'README.md': 'Thanks!',
      'manifest.json': '{"start_url": "/"}',
    })
    expect(reading.warnings).toContainEqual({
      code: 'files_left_out',
      count: 2,
      entry: 'manifest.json',
    })
  })

  it('of Stream Deck and Iconify, with the standard archive of it', async () => {
    const set = JSON.stringify({ prefix: 'x', icons: { a: { body: '<path d="M0 0h9v9z"/>' } } })
    expect(await read('download.zip', { 'set.json': set })).toMatchObject({
      error: null,
      format: 'iconify-json',
      manifest: { format: 'iconpack', name: 'x' },
    })
  })

  it('of folders: its title is the name of the pack, not that of the archive', async () => {
    const folder = archive({ 'sun.svg': SVG })
    expect(await read('download.zip', { 'Orchard.iconpack': folder })).toMatchObject({
      error: null,
      format: 'folder',
      manifest: { name: 'Orchard' },
    })
  })

  it('with the ending of its kind, as a system packs a file', async () => {
    for (const [name, kind] of [
      ['a.iconpack', 'icon'],
      ['a.flexbar', 'profile'],
      ['a.flexpage', 'flexpage'],
    ] as const) {
      const reading = await read(name, { [name]: buildStandardFile(kind) })
      expect(reading, name).toMatchObject({ error: null, format: 'keystrip', isRewritten: true })
    }
  })
})

describe('an archive around other project files is refused, and they are named', () => {
  it.each<[string, Record<string, Buffer | string>, string, number]>([
    ['several', { 'a.iconpack': pack, 'b/b.iconpack': pack }, 'a.iconpack, b/b.iconpack', 2],
    ['beside pictures', { 'a.iconpack': pack, 'preview.png': 'x' }, 'a.iconpack', 1],
    ['of another kind', { 'a.flexbar': buildStandardFile('profile') }, 'a.flexbar', 1],
    ['a plugin', { 'a.flexplugin': archive({ 'manifest.json': '{}' }) }, 'a.flexplugin', 1],
    ['two levels deep', { 'a.zip': archive({ 'a.iconpack': pack }) }, 'a.iconpack', 1],
    ['named twice', { 'a.iconpack': archive({ 'a.iconpack': pack }) }, 'a.iconpack', 1],
  ])('%s', async (_, files, entry, count) => {
    const { error } = await read('download.zip', files)
    expect(error).toEqual({ code: 'pack_inside', entry, count })
  })

  it('names the first five', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`${n}.iconpack`, pack]))
    const { error } = await read('download.zip', files)
    const entry = '1.iconpack, 2.iconpack, 3.iconpack, 4.iconpack, 5.iconpack'
    expect(error).toEqual({ code: 'pack_inside', entry, count: 7 })
  })
})

describe('what is in the archive is checked like an upload', () => {
  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)])
  it.each<[string, Buffer | string, object]>([
    ['a program in it', archive({ 'a.svg': SVG, 'setup.exe': exe }), { code: 'program_inside' }],
    ['a program named like a picture', archive({ 'a.png': exe }), { code: 'program_inside' }],
    ['a program in its place', exe, { code: 'program_inside', entry: 'x.iconpack' }],
    ['a document', archive({ '[Content_Types].xml': '', 'a.svg': SVG }), { value: 'Office' }],
    ['a script', '#!/bin/sh\n', { code: 'refused_type', value: 'script' }],
    ['a broken archive', pack.subarray(0, -4), { code: 'broken' }],
    ['a path out of it', archive({ '../a.svg': SVG }), { code: 'path' }],
    ['a broken manifest', buildContainer("{'format': 'iconpack'}"), { code: 'manifest_syntax' }],
    ['another kind', buildStandardFile('profile'), { code: 'other_kind', kind: 'profile' }],
    [
      'the sizes of a bomb',
      rawZip([{ path: 'a.svg', content: Buffer.alloc(40_000_000), isDeflated: true }]),
      { code: 'too_compressed' },
    ],
  ])('%s', async (_, content, error) => {
    expect(await read('download.zip', { 'x.iconpack': content })).toMatchObject({ error })
  })

  it('corrupt bytes of the archive around it', async () => {
    const bytes = Buffer.from(archive({ 'x.iconpack': pack }))
    bytes[100] = (bytes[100] ?? 0) ^ 0xff
    expect((await readUpload('download.zip', bytes)).error).toEqual({
      code: 'data',
      entry: 'x.iconpack',
    })
  })
})

describe('other archives are read as before', () => {
  it('a manifest of ours beside another pack', async () => {
    const files = {
      'manifest.json': JSON.stringify(buildManifest('iconpack')),
      'old.iconpack': pack,
    }
    const reading = await read('a.zip', { ...files, 'icons/sun.svg': SVG, 'icons/moon.svg': SVG })
    expect(reading).toMatchObject({ error: null, format: 'keystrip' })
    expect(reading.warnings.map(({ code }) => code)).not.toContain('read_inside')
  })

  it.each<[string, string, Record<string, Buffer | string>]>([
    ['a saved project with a pack in it', 'a.flexbar', { 'x.iconpack': pack, 'state.bin': 'x' }],
    ['a saved project with one document', 'a.iconpack', { 'project.json': '{"a": 1}'.repeat(20) }],
    ['a saved project of several packs', 'a.iconpack', { 'x.iconpack': pack, 'y.iconpack': pack }],
  ])('%s is kept unread', async (_, name, files) => {
    expect(await read(name, files)).toMatchObject({ error: null, format: 'opaque' })
  })
})
