import { randomBytes } from 'node:crypto'
import { mkdir, truncate } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { zip } from '#demo/archive.ts'
import { createFolder, failureOf, jsonOf, runCli } from '#tests/support/cli.ts'
import {
  buildContainer,
  buildIconPack,
  buildManifest,
  buildStandardFile,
  SVG,
} from '#tests/support/containers.ts'
import { FIRST_GENERATION, SECOND_GENERATION } from '#tests/support/github-stub.ts'
import { spoiled, SPOILED_ARCHIVES, SPOILED_CODES } from '#tests/support/spoiled-archives.ts'

let folder: Awaited<ReturnType<typeof createFolder>>
beforeAll(async () => {
  folder = await createFolder()
})
afterAll(() => folder.remove())

const validate = (...args: string[]) => runCli(['validate', ...args], { folder: folder.path })
async function validateBytes(name: string, bytes: Uint8Array) {
  await folder.write(name, bytes)
  return validate(name, '--json')
}
const reportSchema = z.object({
  files: z.array(
    z.looseObject({
      valid: z.boolean(),
      error: z.looseObject({ code: z.string() }).optional(),
      warnings: z.array(z.looseObject({ code: z.string() })),
    }),
  ),
})
const reportOf = (ran: { out: string }) => reportSchema.parse(jsonOf(ran)).files[0]
/** Exit code, and the code of the file's error. */
const errorOf = (ran: { exit: number; out: string }) => [ran.exit, reportOf(ran)?.error?.code]

describe('validate', () => {
  it.each([
    ['pack.iconpack', 'icon', { title: 'Orchard', version: '2.1.0', icons: 2 }],
    ['bar.flexbar', 'profile', { pages: 1 }],
    ['PAGE.FLEXPAGE', 'flexpage', { pages: 1 }],
  ] as const)('accepts %s and lists what is in it', async (name, kind, summary) => {
    const ran = await validateBytes(name, buildStandardFile(kind))
    expect(ran.exit).toBe(0)
    expect(reportOf(ran)).toMatchObject({ file: name, kind, valid: true, warnings: [], summary })
  })

  it('warns of what the site will change or leave out', async () => {
    const bytes = await zip([
      { path: 'Sun Rise.svg', content: SVG },
      { path: 'evil.svg', content: 'no drawing' },
      { path: 'notes.txt', content: 'x' },
    ])
    const ran = await validateBytes('warned.iconpack', bytes)
    expect(ran.exit).toBe(0)
    expect(reportOf(ran)?.warnings.map(({ code }) => code)).toEqual([
      'no_manifest',
      'icons_renamed',
      'no_license',
      'files_kept',
      'icons_refused',
    ])
  })

  it.each([
    ['saved.flexbar', 'profile', JSON.stringify({ version: 3, pages: ['x'.repeat(80)] })],
    ['page.flexpage', 'flexpage', gzipSync(randomBytes(100))],
    ['icons.iconpack', 'icon', `SQLite format 3\0${'y'.repeat(100)}`],
  ] as const)('names a file whose contents are not read: %s', async (name, kind, content) => {
    await folder.write(name, content)
    const ran = await validate(name, '--json')
    expect(ran.exit).toBe(0)
    expect(reportOf(ran)).toMatchObject({ kind, valid: true, format: 'opaque', summary: null })
    expect(reportOf(ran)?.warnings).toMatchObject([{ code: 'not_shown' }])
    const { out } = await validate(name)
    expect(out).toContain(`${name}: valid, `)
    expect(out).toContain('(Other format), its contents are not shown\n')
  })

  it('reads the icons of a .zip, and refuses it for nothing but icons', async () => {
    const { bytes } = await buildIconPack('sun', 'moon')
    expect(reportOf(await validateBytes('Sun & Moon.zip', bytes))).toMatchObject({
      kind: 'icon',
      format: 'folder',
      summary: { title: 'Sun & Moon', icons: 2 },
    })
    const strip = await validateBytes('bar.zip', buildStandardFile('profile'))
    expect(errorOf(strip)).toEqual([4, 'other_kind'])
  })

  it('shows people file, entry and reason', async () => {
    await folder.write('bad.flexbar', buildContainer(buildManifest('profile', { pages: [] }), []))
    await folder.write('good.iconpack', (await buildIconPack('sun')).bytes)
    const { exit, out, err } = await validate('good.iconpack', 'bad.flexbar')
    expect(exit).toBe(4)
    expect(out).toContain(
      'good.iconpack: valid, iconpack “good” 1.0.0 (Folder of pictures), icons: 1\n',
    )
    expect(out).toContain(
      'bad.flexbar: not valid\n  error: In “manifest.json” the field “pages” is missing or not valid.\n',
    )
    expect(err).toBe('keystrip validate: 1 file is not valid. (not_valid)\n')
  })

  it.each(Object.keys(SPOILED_ARCHIVES))('refuses an archive with %s', async (fault) => {
    const expected = Object.entries(SPOILED_CODES).find(([name]) => name === fault)?.[1]
    const ran = await validateBytes('spoiled.iconpack', await spoiled(fault))
    expect(errorOf(ran)).toEqual([4, expected])
  })

  it.each([
    ['a file of another kind', buildStandardFile('icon'), 'other_kind'],
    ['plain text', Buffer.from('hello'), 'plain_text'],
    ['nothing', Buffer.alloc(0), 'no_archive'],
    [
      'an invalid field',
      buildContainer(buildManifest('profile', { pages: [] }), []),
      'manifest_field',
    ],
  ])('refuses %s', async (_, bytes, code) => {
    expect(errorOf(await validateBytes('other.flexbar', bytes))).toEqual([4, code])
  })

  it('refuses a file of 10 GB without reading it', async () => {
    await folder.write('huge.iconpack', '')
    await truncate(path.join(folder.path, 'huge.iconpack'), 10 * 1024 ** 3)
    const start = performance.now()
    const ran = await validate('huge.iconpack', '--json')
    expect(errorOf(ran)).toEqual([4, 'too_large'])
    expect(performance.now() - start).toBeLessThan(3000)
  })

  it('shows names of entries and files without control characters', async () => {
    const name = 'a\u001b[31m\u202e.iconpack'
    const entry = 'a\u001b]0;x\u0007.svg'
    await folder.write(name, buildContainer(null, [entry, entry]))
    const { exit, out } = await validate(name)
    expect(exit).toBe(4)
    expect(out).toBe(
      'a[31m.iconpack: not valid\n  error: “a]0;x.svg” is in the archive twice. Remove one of them.\n',
    )
  })

  it('ends with 1 for a missing file or a folder, and with 2 for an unknown ending', async () => {
    await mkdir(path.join(folder.path, 'folder.iconpack'))
    expect(failureOf(await validate('missing.iconpack', '--json'))).toEqual([1, 'no_file'])
    expect(failureOf(await validate('folder.iconpack', '--json'))).toEqual([1, 'no_file'])
    expect(failureOf(await validate('pack.rar', '--json'))).toEqual([2, 'wrong_type'])
  })
})

describe('validate of a plugin', () => {
  it.each([
    ['first', FIRST_GENERATION, 'manifest.json'],
    ['first', FIRST_GENERATION, 'com.eniac.example.plugin/manifest.json'],
    ['second', SECOND_GENERATION, 'manifest.json'],
  ])('accepts a package of the %s generation', async (generation, manifest, entry) => {
    const bytes = await zip([
      { path: entry, content: manifest },
      { path: entry.replace('manifest.json', 'backend/plugin.cjs'), content: '//' },
    ])
    expect(reportOf(await validateBytes('a.flexplugin', bytes))).toMatchObject({
      kind: 'plugin',
      valid: true,
      generation,
    })
  })

  it.each([
    ['no manifest', [{ path: 'x.js', content: '//' }], 'no_manifest'],
    ['a manifest that is no JSON', [{ path: 'manifest.json', content: '{' }], 'manifest_syntax'],
    [
      'a manifest of something else',
      [{ path: 'manifest.json', content: '{"name":"x"}' }],
      'manifest_field',
    ],
    [
      'a manifest of 5 MB',
      [{ path: 'manifest.json', content: ' '.repeat(5e6) }],
      'manifest_too_large',
    ],
  ])('refuses a package with %s', async (_, entries, code) => {
    expect(errorOf(await validateBytes('b.flexplugin', await zip(entries)))).toEqual([4, code])
  })
})
