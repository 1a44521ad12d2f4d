import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readUpload } from '#tests/support/read-upload.ts'
import { buildStreamDeckPack, DRAWING } from '#tests/support/stream-deck.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

const NAME = 'pack.streamDeckIconPack'
const read = (changes: Parameters<typeof buildStreamDeckPack>[0] = {}, name = NAME) =>
  readUpload(name, buildStreamDeckPack(changes))

it('names, tags, title, author, address and three of four version numbers are taken over', async () => {
  const { format, isRewritten, warnings, manifest } = await read()
  expect({ format, isRewritten, warnings }).toEqual({
    format: 'stream-deck-icons',
    isRewritten: true,
    warnings: [],
  })
  expect(manifest).toEqual({
    format: 'iconpack',
    format_version: 1,
    name: 'Orchard',
    version: '2.3.4',
    author: 'Ada',
    minimum_version: '1.0.0',
    license: 'NOASSERTION',
    source: { name: 'Orchard', author: 'Ada', url: 'https://example.com/' },
    icons: [
      {
        name: 'Red apple',
        label: 'Red apple',
        file: 'icons/apple.svg',
        tags: ['fruit', 'breakfast'],
      },
      { name: 'Birne', label: 'Birne', file: 'icons/pear.svg', tags: ['Obst'] },
    ],
  })
})

it('the standard archive has the icons and the licence, and nothing else', async () => {
  const { drawings, standard } = await read()
  expect([...drawings]).toEqual([
    ['apple', DRAWING],
    ['pear', DRAWING],
  ])
  expect([...(standard?.keys() ?? [])]).toEqual(['manifest.json', 'LICENSE.txt'])
})

it.each(['pack.iconpack', 'pack.zip'])('a pack is recognised as %s', async (name) => {
  expect(await read({}, name)).toMatchObject({ format: 'stream-deck-icons', isRewritten: true })
})

it('files of systems beside the folder are left out without a warning, and others with one', async () => {
  const litter = { '__MACOSX/._x': '', '.DS_Store': '' }
  expect((await read({ beside: litter })).warnings).toEqual([])
  expect(
    (await read({ beside: { 'notes.txt': 'x' }, files: { 'more/a.bin': 'x' } })).warnings,
  ).toEqual([{ code: 'files_left_out', count: 2, entry: 'com.ada.orchard.sdIconPack/more/a.bin' }])
})

it('icons in folders, above the list, without a list entry and without a file are kept or named', async () => {
  const { manifest, warnings } = await read({
    icons: [
      { path: 'fruit/fig.svg', name: 'Fig', tags: 'no list' },
      { path: 'icons/pear.svg', name: 'Pear', tags: [1, '', ' a ', 'a'] },
      { path: 'kiwi.svg', name: 'Kiwi', tags: [] },
      'apple',
    ],
    files: { 'icons/fruit/fig.svg': DRAWING },
  })
  expect(manifest).toMatchObject({
    icons: [
      { name: 'Fig', file: 'icons/fig.svg' },
      { name: 'Pear', file: 'icons/pear.svg', tags: ['a'] },
      { name: 'apple', file: 'icons/apple.svg' },
    ],
  })
  expect(warnings).toEqual([
    { code: 'icons_missing', count: 2, entry: 'kiwi.svg' },
    { code: 'icons_unlisted', count: 1, entry: 'icons/apple.svg' },
  ])
})

describe('the licence', () => {
  const licence = async (changes: Parameters<typeof read>[0]) => {
    const { manifest, licenseText } = await read(changes)
    return { license: manifest?.license, licenseText }
  }

  it('is kept as text, and has an identifier only if the whole text is known', async () => {
    const text = await readFile('LICENSE', 'utf8')
    expect(await licence({ files: { 'license.txt': text } })).toEqual({
      license: 'MIT',
      licenseText: text,
    })
    const changed = `${text}\nNot for Tuesdays.`
    expect(await licence({ files: { 'license.txt': changed } })).toEqual({
      license: 'NOASSERTION',
      licenseText: changed,
    })
  })

  it('is found in the other spelling, under another name, and as a name without a file', async () => {
    const files = { 'license.txt': null, 'legal/terms.txt': 'Ask.' }
    const manifest = { License: undefined, Licence: 'legal/terms.txt' }
    expect((await licence({ files, manifest })).licenseText).toBe('Ask.')
    const named = { files: { 'license.txt': null }, manifest: { License: 'CC BY 4.0' } }
    expect(await licence(named)).toEqual({ license: 'CC-BY-4.0', licenseText: null })
  })
})

describe('the proposed cover', () => {
  const cover = async (changes: Parameters<typeof read>[0]) => {
    const { cover: bytes } = await read(changes)
    return bytes ? Buffer.from(bytes).toString() : null
  }
  const noPreview = { 'previews/1-preview.png': null }

  it('is the first preview, else the icon of the pack, else none', async () => {
    expect(await cover({})).toBe('no picture that is read')
    expect(await cover({ files: noPreview })).toBe(DRAWING)
    const named = { ...noPreview, 'art/own.svg': '<svg/>' }
    expect(await cover({ files: named, manifest: { Icon: 'art/own.svg' } })).toBe('<svg/>')
    expect(await cover({ files: { ...noPreview, 'icon.svg': null } })).toBeNull()
  })

  it('is no icon of the pack', async () => {
    const { drawings } = await read({ files: { 'previews/2.svg': DRAWING } })
    expect([...drawings.keys()]).toEqual(['apple', 'pear'])
  })
})

describe('a pack is refused', () => {
  const entry = (name: string) => `com.ada.orchard.sdIconPack/${name}`
  it.each<[string, Parameters<typeof read>[0], object]>([
    [
      'without manifest',
      { files: { 'manifest.json': null } },
      { code: 'no_manifest', entry: entry('manifest.json') },
    ],
    [
      'without list of icons',
      { files: { 'icons.json': null } },
      { code: 'no_manifest', entry: entry('icons.json') },
    ],
    [
      'with a manifest that is no JSON',
      { files: { 'manifest.json': '{\n"Name" "x"}' } },
      { code: 'manifest_syntax', entry: entry('manifest.json'), line: 2, column: 8 },
    ],
    [
      'with a list of icons that is none',
      { icons: { a: 1 } },
      { code: 'manifest_field', entry: entry('icons.json'), field: '' },
    ],
    [
      'that is encrypted, as packs that are sold are',
      { files: { 'manifest.json': Buffer.concat([Buffer.from('ELGATO\0'), Buffer.alloc(40, 7)]) } },
      { code: 'encrypted', entry: entry('manifest.json') },
    ],
    [
      'without icons',
      { files: { 'icons/apple.svg': null, 'icons/pear.svg': null } },
      { code: 'no_icons' },
    ],
    [
      'beside another pack',
      { beside: { 'b.sdIconPack/manifest.json': '{}' } },
      { code: 'several_packs', count: 2 },
    ],
  ])('%s', async (_, changes, error) => {
    expect(await read(changes)).toMatchObject({ error })
  })

  it('as the file of another kind, which names its kind', async () => {
    expect(await read({}, 'pack.flexbar')).toMatchObject({
      error: { code: 'other_kind', kind: 'icon' },
    })
  })

  it('not for a folder of that name inside another folder', async () => {
    const bytes = rawZip([{ path: 'a/b.sdIconPack/icons/sun.svg', content: DRAWING }])
    expect(await readUpload('pack.zip', bytes)).toMatchObject({ error: null, format: 'folder' })
  })
})
