import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { LISTED_ENTRIES_MAX } from '#lib/contract/file/file-format.ts'
import { acceptPackage } from '#backend/worker/archive.ts'
import { buildManifest, buildPackage, SVG } from '#tests/support/containers.ts'
import { foreignFile } from '#tests/support/foreign-files.ts'
import { SECOND_GENERATION } from '#tests/support/github-stub.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { readUpload } from '#tests/support/read-upload.ts'

type Others = Record<string, string | Buffer>
const entriesOf = (others: Others, isDeflated: boolean) =>
  Object.entries(others).map(([path, content]) => ({ path, content, isDeflated }))

/** A pack of ours with two icons, and other files. */
const pack = (others: Others, isDeflated = false) =>
  rawZip([
    { path: 'manifest.json', content: JSON.stringify(buildManifest('iconpack')) },
    { path: 'icons/sun.svg', content: SVG },
    { path: 'icons/moon.svg', content: SVG },
    ...entriesOf(others, isDeflated),
  ])
/** The same as another program writes it. */
const foreign = (others: Others, isDeflated = false) =>
  rawZip([
    { path: 'pack.json', content: '{"title":"Fruit"}'.padEnd(80) },
    { path: 'icons/sun.svg', content: SVG },
    ...entriesOf(others, isDeflated),
  ])

const TEXT = 'x'.repeat(60)
const type = (value: string) => ({ code: 'refused_type', value })
const inside = (entry: string, value: string, count = 1) => ({
  code: 'program_inside',
  entry,
  value,
  count,
})

describe('an archive', () => {
  const REFUSED: [Others, object][] = [
    [{ '__main__.py': 'print(1)' }, type('Python')],
    [{ '__main__.pyc': TEXT }, type('Python')],
    [{ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0', 'A.class': TEXT }, type('JAR')],
    [{ 'extension.vsixmanifest': TEXT }, type('VSIX')],
    [{ 'a.nuspec': TEXT }, type('NUPKG')],
    [{ '[Content_Types].xml': TEXT, 'xl/vbaProject.bin': TEXT }, type('macro')],
    [{ 'AndroidManifest.xml': TEXT, 'classes.dex': TEXT }, type('APK')],
    [{ 'classes.dex': TEXT }, inside('classes.dex', 'DEX')],
    [{ 'com/a/Main.class': TEXT, 'com/a/B.class': TEXT }, inside('com/a/Main.class', 'CLASS', 2)],
    [{ 'setup.exe': TEXT }, inside('setup.exe', 'EXE')],
    [{ 'tools/Setup.EXE. ': TEXT }, inside('tools/Setup.EXE. ', 'EXE')],
    [{ '__MACOSX/.a.msi': TEXT }, inside('__MACOSX/.a.msi', 'MSI')],
    [{ 'a.vbs': TEXT }, inside('a.vbs', 'VBS')],
    [{ 'a.library-ms': TEXT }, inside('a.library-ms', 'LIBRARY-MS')],
    [{ 'A.app/Contents/MacOS/a': TEXT }, inside('A.app/Contents/MacOS/a', 'APP')],
    [{ 'icons/run': foreignFile('elf') }, inside('icons/run', 'ELF')],
    [{ 'icons/star.png': foreignFile('pe') }, inside('icons/star.png', 'EXE')],
    [{ 'readme.txt': Buffer.from('cffaedfe07000001', 'hex') }, inside('readme.txt', 'Mach-O')],
  ]
  it.each(
    REFUSED.map(([others, error]) => [Object.keys(others).join(', '), error, others] as const),
  )('with %s is refused, ours or not: %j', async (_, error, others) => {
    for (const isDeflated of [false, true]) {
      for (const bytes of [pack(others, isDeflated), foreign(others, isDeflated)]) {
        for (const name of ['a.iconpack', 'a.zip']) {
          expect((await readUpload(name, bytes)).error).toEqual(error)
        }
      }
    }
  })

  const SOURCES = {
    'README.md': 'MZ icons are drawn by hand.\n',
    'package.json': '{"name":"icons"}',
    'build.js': TEXT,
    'build.py': TEXT,
    'build.sh': '#!/bin/sh\n',
    'build.ps1': TEXT,
    'build.bat': TEXT,
    'tools/icons/__main__.py': TEXT,
    'index.html': '<!doctype html>',
    'icons.css': TEXT,
    'fonts/icons.woff2': Buffer.from('wOF2\0\x01\0\0'),
    'Homepage.url': '[InternetShortcut]\r\nURL=https://example.com/\r\n',
    'sources/icons.sketch': TEXT,
    'empty.txt': '',
  }

  it('with the sources that icons are built from is accepted, as before', async () => {
    const kept = await readUpload('a.iconpack', pack(SOURCES))
    expect(kept).toMatchObject({ error: null, format: 'keystrip', isRewritten: false })
    const anew = await readUpload('a.zip', pack(SOURCES))
    expect(anew).toMatchObject({ error: null, format: 'keystrip', isRewritten: true })
    expect(await readUpload('a.iconpack', foreign(SOURCES))).toMatchObject({
      error: null,
      format: 'opaque',
    })
  })

  it('whose data are broken is not inflated further', async () => {
    const bytes = foreign({ 'a.bin': Buffer.alloc(400, 7) }, true)
    bytes[bytes.indexOf('a.bin') + 'a.bin'.length] = 0xff
    expect(await readUpload('a.iconpack', bytes)).toMatchObject({ error: null, format: 'opaque' })
  })
})

it('a package of a plugin may have programs in it', async () => {
  const bytes = buildPackage(
    SECOND_GENERATION,
    {},
    {
      'backend/plugin.cjs': '//',
      'bin/helper.exe': foreignFile('pe'),
      'bin/helper': foreignFile('elf'),
      'lib/helper.jar': 'x',
      '__main__.py': 'x',
    },
  )
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'package-'))
  const file = path.join(folder.path, 'a.flexplugin')
  await writeFile(file, bytes)
  const input = { path: file, size: bytes.length, name: 'a.flexplugin' }
  expect(await acceptPackage(input)).toMatchObject({ error: null, warnings: [] })
})

describe('other files', () => {
  const OTHERS = { 'notes/b.txt': 'abc', 'a.html': 'ab', '__MACOSX/._a': 'a' }
  const items = [
    { name: 'a.html', size: 2 },
    { name: 'notes/b.txt', size: 3 },
    { name: '__MACOSX/._a', size: 1 },
  ]

  it('are kept and listed where the upload is offered, with a warning that says so', async () => {
    const { entries, warnings } = await readUpload('a.iconpack', pack(OTHERS))
    expect(entries).toEqual({ count: 3, items })
    expect(warnings).toEqual([
      { code: 'no_license' },
      { code: 'files_kept', count: 3, entry: 'a.html' },
    ])
  })

  it('are left out where the container is written anew, with the warning for that', async () => {
    const { entries, warnings, standard } = await readUpload('a.zip', pack(OTHERS))
    expect(entries).toBeNull()
    expect([...(standard?.keys() ?? [])]).toEqual(['manifest.json'])
    expect(warnings).toEqual([
      { code: 'no_license' },
      { code: 'files_left_out', count: 2, entry: 'a.html' },
    ])
  })

  it('of a folder of pictures are listed too', async () => {
    const bytes = rawZip([
      { path: 'sun.svg', content: SVG },
      { path: 'LICENSE', content: 'MIT' },
      { path: 'README.md', content: 'ab' },
    ])
    const { entries, warnings } = await readUpload('a.iconpack', bytes)
    expect(entries).toEqual({ count: 1, items: [{ name: 'README.md', size: 2 }] })
    expect(warnings).toEqual([
      { code: 'no_manifest' },
      { code: 'files_kept', count: 1, entry: 'README.md' },
    ])
  })

  it('are a list of bounded length, with their number', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`${at}.txt`, 'a']))
    const { entries } = await readUpload('a.iconpack', pack(many))
    expect(entries).toMatchObject({ count: 150, items: { length: LISTED_ENTRIES_MAX } })
  })

  it('are none in a pack that has what its manifest names', async () => {
    const { entries, warnings } = await readUpload('a.iconpack', pack({ 'LICENSE.txt': 'MIT' }))
    expect(entries).toBeNull()
    expect(warnings).toEqual([])
  })

  it('include an icon that is too large, which has a warning of its own', async () => {
    const large = { 'icons/large.svg': Buffer.alloc(300_000, ' ') }
    const { entries, warnings } = await readUpload('a.iconpack', pack(large, true))
    expect(entries).toEqual({ count: 1, items: [{ name: 'icons/large.svg', size: 300_000 }] })
    expect(warnings.map(({ code }) => code)).toEqual(['icons_left_out', 'no_license'])
  })
})
