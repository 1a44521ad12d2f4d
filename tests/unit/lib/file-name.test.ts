import { parse } from 'content-disposition'
import { describe, expect, it } from 'vitest'
import { findRoute } from '#lib/contract/route.ts'
import { projectFileSchema } from '#lib/contract/project.ts'
import { storableName } from '#lib/text/file-name.ts'
import { dispositionOf } from '#backend/http/disposition.ts'
import { fileUrl } from '#backend/services/file/url.ts'
import { cleanFileName, kindByExtension } from '#backend/services/upload/file-name.ts'
import { kindOfFile } from '#cli/check-file.ts'
import { readTarget } from '#server/request-target.ts'
import { ASCII_NAMES, everyCodePoint, REAL_NAMES } from '#tests/support/file-names.ts'

const headerOf = (name: string) => dispositionOf({ purpose: 'project', name })

/** What is left of a name on its way: its address, the path that the server passes on, and the header of the download. */
function travels(name: string): string | undefined {
  const url = fileUrl({ id: 'abc', name })
  if (!projectFileSchema.shape.url.safeParse(url).success) return undefined
  const parsed = new URL(url, 'https://keystrip.example')
  const { target, refused } = readTarget(parsed.pathname, undefined)
  if (refused !== undefined || parsed.hash !== '' || parsed.search !== '') return undefined
  const route = findRoute('GET', target.slice('/api/v1'.length))
  if (typeof route === 'number' || route.name !== 'file') return undefined
  const inAddress = decodeURIComponent(route.params['name'] ?? '')
  const { type, parameters } = parse(headerOf(name))
  return type === 'attachment' && inAddress === name ? parameters['filename'] : undefined
}

describe('the name of a file', () => {
  it.each([
    ['each printable character of ASCII', ASCII_NAMES],
    ['names that people give', REAL_NAMES],
    ['every printable code point', [...everyCodePoint()]],
  ])('reaches the download by address and header: %s', (_, names) => {
    const lost = names
      .map((name) => cleanFileName(`${name}.iconpack`))
      .filter((name) => travels(name) !== name)
    expect(lost).toEqual([])
    expect(names.length).toBeGreaterThan(90)
  })

  it.each([
    ['C# helpers', 'C# helpers'],
    ['%41', '%41'],
    ['a%22b', 'a"b'],
    ['C:\\fakepath\\pack', 'pack'],
    ['C: drive', 'C: drive'],
    ['/home/ada/pack', 'pack'],
    ['a\u202eb\r\nc', 'ab c'],
    ['cafe\u0301', 'café'],
    ['\ud800', '\ufffd'],
    ['', 'file'],
  ])('%j is stored as %j', (sent, stored) => {
    const name = cleanFileName(`${sent}.iconpack`)
    expect(name === '.iconpack' ? 'file' : name.replace(/\.iconpack$/, '')).toBe(stored)
  })

  it.each(['a', 'ä', '山', '😀', '👨‍👩‍👧‍👦', 'e\u0323\u0302'])(
    'is cut to 255 bytes between characters: %s',
    (character) => {
      const name = cleanFileName(`${character.repeat(300)}.iconpack`)
      const stem = name.slice(0, -'.iconpack'.length)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(Buffer.byteLength(name)).toBeGreaterThan(255 - Buffer.byteLength(character))
      expect(stem.replaceAll(character.normalize('NFC'), '')).toBe('')
    },
  )
})

describe('a project file that a program has named or packed as a zip', () => {
  it.each([
    ['a.iconpack.zip', 'a.iconpack', 'icon'],
    ['a.iconpack (1).zip', 'a.iconpack', 'icon'],
    ['a.iconpack(12).zip', 'a.iconpack', 'icon'],
    ['a.iconpack 2.zip', 'a.iconpack', 'icon'],
    ['a.iconpack-1.zip', 'a.iconpack', 'icon'],
    ['A.ICONPACK.ZIP', 'A.iconpack', 'icon'],
    ['a.streamDeckIconPack.zip', 'a.streamdeckiconpack', 'icon'],
    ['a.flexbar.zip', 'a.flexbar', 'profile'],
    ['a.FlexPage (3).Zip', 'a.flexpage', 'flexpage'],
    ['my.win32.flexplugin.zip', 'my.win32.flexplugin', 'plugin'],
    [`${'x'.repeat(300)}.flexbar.zip`, `${'x'.repeat(247)}.flexbar`, 'profile'],
    ['a.zip', 'a.zip', 'icon'],
    ['a (1).zip', 'a (1).zip', 'icon'],
    ['a.json.zip', 'a.json.zip', 'icon'],
    ['a.iconpack.v2.zip', 'a.iconpack.v2.zip', 'icon'],
    ['iconpack.zip', 'iconpack.zip', 'icon'],
    ['a.iconpack (1).iconpack', 'a.iconpack (1).iconpack', 'icon'],
  ])('%s is %s', (sent, stored, kind) => {
    expect(cleanFileName(sent)).toBe(stored)
    expect(kindByExtension(sent)).toBe(kind)
    expect(kindOfFile(sent)).toBe(kind)
  })
})

describe('the name for programs that read ASCII alone', () => {
  it.each([
    ['C# helpers.iconpack', 'C# helpers.iconpack'],
    ['Größe Ä.iconpack', 'Grosse A.iconpack'],
    ['naïve “café”; 50%.iconpack', 'naive _cafe_ 50_.iconpack'],
    ['太陽.iconpack', 'file.iconpack'],
    ['太陽 icons.iconpack', '_ icons.iconpack'],
    ['a"b\\c.iconpack', 'a_b_c.iconpack'],
    ['😀.iconpack', 'file.iconpack'],
  ])('of %s is %s', (name, plain) => {
    expect(parse(headerOf(name), { extended: false }).parameters['filename']).toBe(plain)
  })

  it('does not fail for half of a character', () => {
    expect(parse(headerOf('a\ud83d.iconpack')).parameters['filename']).toBe('a\ufffd.iconpack')
  })
})

describe('a name that Windows keeps for a device', () => {
  it.each([
    ['con', 'con_'],
    ['aux.svg', 'aux_.svg'],
    ['NUL.tar.gz', 'NUL_.tar.gz'],
    ['lpt¹', 'lpt¹_'],
    ['com².iconpack', 'com²_.iconpack'],
    ['conin$', 'conin$_'],
    ['CONOUT$.txt', 'CONOUT$_.txt'],
    ['prn .svg', 'prn_.svg'],
    ['trailing. . ', 'trailing'],
  ])('%s is stored as %s', (name, stored) => {
    expect(storableName(name)).toBe(stored)
  })

  it.each(['constructor', 'console.svg', 'com10', 'auxiliary.svg', 'a.con', 'lpt', '.con'])(
    'others stay: %s',
    (name) => {
      expect(storableName(name)).toBe(name)
    },
  )
})
