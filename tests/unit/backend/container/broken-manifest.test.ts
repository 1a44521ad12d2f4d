import { describe, expect, it } from 'vitest'
import { buildContainer, buildManifest } from '#tests/support/containers.ts'
import { readUpload } from '#tests/support/read-upload.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

const manifest = JSON.stringify(buildManifest('iconpack'), null, 2)
const lines = (...all: string[]) => all.join('\n')
const yaml = lines('format: iconpack', 'format_version: 1', 'name: Orchard')
const refusalOf = async (name: string, text: unknown) =>
  (await readUpload(name, buildContainer(text))).error
const at = (line: number, column: number, value: string) => ({
  code: 'manifest_syntax',
  entry: 'manifest.json',
  line,
  column,
  value,
})

describe('a manifest of ours that is not JSON is refused with its place and what is expected', () => {
  it.each<[string, string, object]>([
    ['single quotes', manifest.replaceAll('"', "'"), at(2, 3, 'name')],
    [
      'single quotes around one value',
      manifest.replace('"iconpack"', "'iconpack'"),
      at(2, 13, 'value'),
    ],
    ['names without quotes', manifest.replaceAll(/"(\w+)":/g, '$1:'), at(2, 3, 'name')],
    ['typographic quotes', manifest.replaceAll('"', '“'), at(2, 3, 'name')],
    ['YAML', yaml, at(1, 1, 'object')],
    ['YAML behind a mark of its beginning', `---\n${yaml}`, at(1, 1, 'object')],
    ['TOML', yaml.replaceAll(': ', ' = ').replace('iconpack', '"iconpack"'), at(1, 1, 'object')],
    [
      'a comma behind the last field',
      '{"format": "iconpack",\n"format_version": 1,\n}',
      at(3, 1, 'name'),
    ],
    ['no comma', '{"format": "iconpack"\n"format_version": 1}', at(2, 1, 'comma')],
    ['no colon', '{"format_version": 1,\n"format" "iconpack"}', at(2, 10, 'colon')],
    ['a comment', '{\n// ours\n"format": "iconpack", "format_version": 1}', at(2, 1, 'no_comment')],
    [
      'an open text',
      '{"format": "iconpack", "format_version": 1,\n"name": "Orchard\n}',
      at(2, 9, 'quote'),
    ],
    [
      'a word of Python',
      '{"format": "iconpack", "format_version": 1,\n"icons": None}',
      at(2, 10, 'value'),
    ],
    ['something behind it', `${'{"format": "iconpack", "format_version": 1}'}\nx`, at(2, 1, 'end')],
    [
      'lines of Windows',
      '{\r\n"format": "iconpack",\r\n"format_version": 1,\r\n}',
      at(4, 1, 'name'),
    ],
    ['a list', `[${manifest}]`, at(1, 1, 'object')],
    ['cut off within a name', '{"format": "iconpack", "form', at(1, 24, 'quote')],
    ['cut off behind a comma', '{\n"format": "iconpack",\n', at(3, 1, 'name')],
  ])('%s', async (_, text, error) => {
    expect(await refusalOf('a.iconpack', text)).toEqual(error)
    // The same where nothing but the text says that it is ours.
    expect(await refusalOf('a.zip', text)).toEqual(error)
  })

  it.each<[string, string, object]>([
    ['empty', '', at(1, 1, 'object')],
    ['white space', ' \n', at(2, 1, 'object')],
    ['a brace', '{', at(1, 2, 'brace')],
    [
      'cut off before it names its format',
      '{\n"name": "Orchard", "version": "1.',
      at(2, 31, 'quote'),
    ],
    ['YAML without its format', 'name: Orchard\nauthor: Ada\n', at(1, 1, 'object')],
  ])('with an ending of ours also by its place: %s', async (_, text, error) => {
    expect(await refusalOf('a.iconpack', text)).toEqual(error)
    expect(await refusalOf('a.zip', text)).toBeNull()
  })

  it.each<[string, Buffer, object]>([
    ['UTF-16', Buffer.from(`\ufeff${manifest.replaceAll('"', "'")}`, 'utf16le'), at(2, 3, 'name')],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${manifest.replaceAll('"', "'")}`), at(2, 3, 'name')],
    [
      'UTF-16 that ends within a character',
      Buffer.from(`\ufeff${manifest}`, 'utf16le').subarray(0, -1),
      { code: 'encoding', entry: 'manifest.json', value: 'UTF-16LE' },
    ],
  ])('in %s', async (_, content, error) => {
    const icon = { path: 'icons/sun.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
    const bytes = rawZip([{ path: 'manifest.json', content }, icon])
    expect((await readUpload('a.iconpack', bytes)).error).toEqual(error)
  })

  it('profiles and pages by `profile` with their ending, and in a folder around everything', async () => {
    const bytes = rawZip([{ path: 'Mine/manifest.json', content: "{ 'format': 'profile' }" }])
    expect((await readUpload('a.flexbar', bytes)).error).toEqual({
      ...at(1, 3, 'name'),
      entry: 'Mine/manifest.json',
    })
  })
})

describe('a manifest of another program stays ignored', () => {
  const chrome = lines(
    '{',
    '// Chrome reads comments',
    '"manifest_version": 3, "name": "x",',
    '"icons": {}}',
  )
  it.each<[string, string]>([
    ['of a browser extension with comments', chrome],
    ['of a web app that is cut off', '{"name": "x", "short_name": "x", "icons": [{"src": "a.png"'],
    ['of a browser extension', '{"manifest_version": 3, "name": "x", "version": "1"}'],
    ['of a web app', '{"name": "x", "icons": [], "start_url": "/"}'],
    ['with another format', "{'format': 'png', 'format_version': 2, 'header': {}}"],
    ['with a format named like ours', "{'format': 'iconpacks', 'src': 'x', 'format_version': 2}"],
    ['with a profile of something', "{'output_format': 'profile', 'format_version': 2}"],
    ['that is encrypted', 'ELGATO1234567890abcdef'],
    ['that is binary', '\u0001\u0002{'],
    ['that is a line of text', 'All icons of this folder'],
  ])('%s', async (_, text) => {
    expect(await readUpload('a.iconpack', buildContainer(text))).toMatchObject({
      error: null,
      format: 'folder',
    })
    expect(await readUpload('a.zip', buildContainer(text))).toMatchObject({ error: null })
  })

  it('below the root, although it is empty', async () => {
    const bytes = rawZip([
      { path: 'app/manifest.json', content: '' },
      { path: 'icons/sun.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ])
    expect(await readUpload('a.iconpack', bytes)).toMatchObject({ error: null, format: 'folder' })
  })
})
