import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pluginManifestSchema } from '#lib/contract/file/plugin-manifest.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION, SECOND_GENERATION } from '#tests/support/github-stub.ts'
import { NO_FILES, storedFiles, upload } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { SPOILED_ARCHIVES, SPOILED_CODES } from '#tests/support/spoiled-archives.ts'

const MB = 1024 * 1024

const backend = await testBackend()
let ada = ''
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
})

const send = (bytes: Uint8Array, name = 'a.flexplugin') => upload(backend, ada, { name, bytes })
const first = (said: Record<string, unknown> = {}) =>
  JSON.stringify({ ...JSON.parse(FIRST_GENERATION), ...said })
/** A package with this text as its manifest, and other files. */
const packed = (manifest: string, ...paths: string[]) =>
  rawZip([
    { path: 'manifest.json', content: manifest, isDeflated: true },
    ...paths.map((path) => ({ path, content: 'x' })),
  ])
const empty = (count: number) =>
  rawZip(Array.from({ length: count }, (_, at) => ({ path: `${at}` })))

/** A manifest of almost 4 MiB, the most that is read. */
const full = (begin: string, part: string, end = '') =>
  `${begin}${part.repeat(Math.floor((4 * MB - begin.length - end.length) / part.length))}${end}`

describe('a package is refused, and leaves nothing, if it has', () => {
  it.each(Object.entries(SPOILED_CODES))('%s', async (fault, code) => {
    const make = Object.entries(SPOILED_ARCHIVES).find(([name]) => name === fault)?.[1]
    const bytes = (await make?.()) ?? Buffer.alloc(0)
    expect(await send(bytes)).toMatchObject({ reason: 'bad_archive', details: { code } })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  const elgato = {
    Name: 'Timer',
    UUID: 'com.example.timer',
    SDKVersion: 2,
    Version: '1.0.0.0',
    OS: [{ Platform: 'mac', MinimumVersion: '12' }],
    Actions: [{ UUID: 'com.example.timer.run', Name: 'Run', States: [{}] }],
  }
  it.each<[string, () => Uint8Array, object]>([
    ['65 534 entries', () => empty(65_534), { code: 'too_many_entries', count: 65_534 }],
    [
      '65 535 entries, more than the format counts',
      () => empty(65_535),
      { code: 'too_many_entries' },
    ],
    [
      'a manifest of more than 4 MiB',
      () => packed(' '.repeat(4 * MB + 1)),
      { code: 'manifest_too_large' },
    ],
    [
      'a manifest of 4 MiB of lists',
      () => packed(full('', '[')),
      { code: 'manifest_syntax', line: 1, column: 33 },
    ],
    [
      'a manifest of 4 MiB of objects',
      () => packed(full('', '{"a":')),
      { code: 'manifest_syntax', line: 1 },
    ],
    [
      'a manifest with two million numbers',
      () => packed(full('{"platforms":[', '1,', '1]}')),
      { code: 'manifest_syntax', line: 1, column: 1 },
    ],
    [
      'a manifest that is cut off after 4 MiB',
      () => packed(full('{"name":"', 'x')),
      { code: 'manifest_syntax', line: 1 },
    ],
    [
      'a name of 4 MiB of what is invisible',
      () => packed(first({ name: '\u202e'.repeat(MB) })),
      { code: 'manifest_field', field: 'name' },
    ],
    [
      'an id of a million parts',
      () => packed(first({ uuid: 'a.'.repeat(MB) })),
      { code: 'manifest_field', field: 'uuid' },
    ],
    [
      'a version of a megabyte',
      () => packed(first({ version: '1.'.repeat(MB / 2) })),
      { code: 'manifest_field', field: 'version' },
    ],
    [
      'an id that leads elsewhere',
      () => packed(first({ uuid: '../../com.example' })),
      { code: 'manifest_field', field: 'uuid' },
    ],
    [
      'the manifest of a plugin for another device',
      () => packed(JSON.stringify(elgato)),
      { code: 'manifest_field' },
    ],
    [
      'the manifest of a browser extension',
      () => packed(JSON.stringify({ manifest_version: 3, name: 'Timer', version: '1.0' })),
      { code: 'manifest_field' },
    ],
    ['a manifest that is a list', () => packed('[]'), { code: 'manifest_field' }],
    ['a manifest that is null', () => packed('null'), { code: 'manifest_field' }],
    [
      'a manifest in a folder of a folder',
      () => rawZip([{ path: 'a/b/manifest.json', content: first() }]),
      { code: 'no_manifest' },
    ],
    [
      'manifests in two folders',
      () => rawZip(['a', 'b'].map((name) => ({ path: `${name}/manifest.json`, content: first() }))),
      { code: 'no_manifest' },
    ],
    [
      'two manifests that differ by case',
      () => packed(first(), 'MANIFEST.json'),
      { code: 'no_manifest' },
    ],
    ['a manifest twice', () => packed(first(), './manifest.json'), { code: 'no_manifest' }],
  ])('%s', async (_, make, details) => {
    expect(await send(make())).toMatchObject({ reason: 'bad_archive', details })
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })

  it.each([
    'manifest.json.',
    'manifest.json ',
    'manifest.json::$DATA',
    'Manifest.JSON. .',
    'manife\u017ft.json',
    'manife\ufb06.json',
    'mani\u200cfest.json',
    'manifest.json/',
  ])('a second file that is its manifest on some system: %j', async (path) => {
    expect(await send(packed(first(), path))).toMatchObject({ details: { code: 'name_twice' } })
  })

  it.each([
    ['an executable', Buffer.from(`MZ${'\0'.repeat(200)}`)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['nothing but the beginning of an archive', Buffer.from('PK\u0003\u0004')],
  ])('in place of an archive: %s', async (_, bytes) => {
    expect((await send(bytes)).reason).toMatch(/^(?:wrong_type|bad_archive)$/)
    expect(await storedFiles(backend)).toEqual(NO_FILES)
  })
})

const summary = z.object({ package: z.object({ version: z.string().nullable() }) })

describe('the manifest of a package', () => {
  const second = (said: Record<string, unknown>, files: Record<string, string> = {}) =>
    buildPackage(SECOND_GENERATION, said, files)

  it.each([
    ['is larger than 256 KiB', JSON.stringify({ version: '1.0.0', x: 'x'.repeat(256 * 1024) })],
    ['is nested without end', '['.repeat(200_000)],
    ['is no JSON', 'version: 1.0.0'],
    ['has no version', '{}'],
    ['has a version that is no text', '{"version":{"toString":1}}'],
  ])('has no version if its package.json %s', async (_, text) => {
    const answer = await send(second({ version: undefined }, { 'package.json': text }))
    expect(summary.parse(answer.data).package.version).toBeNull()
  })

  it('is never markup, a property of objects, or longer than a page shows', async () => {
    const names = ['constructor', '__proto__', '../../etc', '\u0000\u202e\ud800', 'x'.repeat(9000)]
    const said = { native: true, platforms: names, permissions: names, devices: names }
    const bytes = second({ ...said, requiredCapabilities: names, dependencies: names })
    expect((await send(bytes)).data).toMatchObject({ package: { platform: 'universal' } })
    const { rows } = await backend.db.execute('SELECT package FROM files')
    const { facts } = z
      .object({ package: z.looseObject({ facts: z.unknown() }) })
      .parse(rows[0]).package
    expect(pluginManifestSchema.parse(facts)).toMatchObject({ dependencies: [] })
    expect(JSON.stringify(facts)).not.toMatch(/\u202e|\\u|x{500}/)
  })

  it('does not depend on its file name, but for the platform', async () => {
    const name = '../..\\a\u202e\r\nb<script>.win32.flexplugin'
    expect((await send(packed(first()), name)).data).toMatchObject({
      name: expect.stringMatching(/^[^/\\\u202e\r\n]+\.win32\.flexplugin$/),
      package: { platform: 'win32' },
    })
  })
})
