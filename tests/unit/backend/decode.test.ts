import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeText, decodeUnicode } from '#backend/text/decode.ts'
import { findDuplicateKey } from '#backend/text/duplicate-keys.ts'

const JSON_TEXT = '{"name": "Größe 太陽 😀"}'
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('a text', () => {
  it.each([
    ['UTF-8', Buffer.from(JSON_TEXT)],
    ['UTF-8', Buffer.from(`\ufeff${JSON_TEXT}`)],
    ['UTF-16LE', Buffer.from(`\ufeff${JSON_TEXT}`, 'utf16le')],
    ['UTF-16BE', utf16be(`\ufeff${JSON_TEXT}`)],
    ['UTF-16LE', Buffer.from(JSON_TEXT, 'utf16le')],
    ['UTF-16BE', utf16be(JSON_TEXT)],
    ['UTF-32LE', iconv.encode(JSON_TEXT, 'utf-32le', { addBOM: true })],
    ['UTF-32BE', iconv.encode(JSON_TEXT, 'utf-32be', { addBOM: false })],
  ])('in %s is decoded, with a byte order mark or without', async (encoding, bytes) => {
    expect(await decodeText(bytes)).toEqual({ text: JSON_TEXT, encoding, isLegacy: false })
  })

  it.each([
    ['CP932', 'cp932', '{"name": "音量アップのアイコン", "author": "山田太郎"}'],
    ['GB18030', 'gbk', '{"name": "音量图标包", "author": "王小明，设计师"}'],
    ['Windows-1252', 'windows-1252', '{"name": "Größenänderung", "author": "Jürgen Müller"}'],
    ['Windows-1251', 'windows-1251', '{"name": "Значки погоды", "author": "Иван Петров"}'],
    ['MacRoman', 'macroman', '{"name": "Größenänderung", "author": "Jürgen Müller"}'],
  ])('in %s is decoded', async (encoding, written, text) => {
    expect(await decodeText(iconv.encode(text, written))).toEqual({
      text,
      encoding,
      isLegacy: true,
    })
  })

  it.each([
    ['UTF-16LE', Buffer.concat([Buffer.from('\ufeff{', 'utf16le'), Buffer.from([0x00, 0xd8])])],
    ['UTF-16LE', Buffer.from([0xff, 0xfe, 0x7b])],
    ['UTF-8', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0xff])],
    ['UTF-32BE', Buffer.from([0, 0, 0xfe, 0xff, 0, 0x11, 0, 0])],
  ])('that begins like %s and is not valid in it has no text', async (encoding, bytes) => {
    expect(await decodeText(bytes)).toMatchObject({ text: null, encoding })
  })

  it('of bytes that are invalid in every encoding has no text', async () => {
    const bytes = Buffer.from([1, 2, 0x81, 0xff, 0xfe, 3, 0x80, 0x8d, 0x90, 0xff])
    expect((await decodeText(bytes)).text).toBeNull()
  })

  it('without letters is as it is', () => {
    expect(decodeUnicode(Buffer.alloc(0))?.text).toBe('')
    expect(decodeUnicode(Buffer.from('{'))?.text).toBe('{')
    expect(decodeUnicode(Buffer.from([0xe4]))).toBeUndefined()
  })
})

describe('keys of an object', () => {
  it.each([
    ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', undefined],
    ['{"a": 1,\n"a": 2}', { key: 'a', line: 2, count: 1 }],
    ['{"a": 1,\n"\\u0061": 2}', { key: 'a', line: 2, count: 1 }],
    ['[{"b": {"x": 1, "y": 2,\r\n\r\n"x": 3, "x": 4}}]', { key: 'x', line: 3, count: 2 }],
    ['{"__proto__": 1, "constructor": 2, "toString": 3}', undefined],
    ['{"__proto__": 1, "__proto__": 2}', { key: '__proto__', line: 1, count: 1 }],
    ['"a"', undefined],
  ])('are compared: %s', (text, found) => {
    expect(findDuplicateKey(text)).toEqual(found)
  })

  it('are compared in linear time', () => {
    const many = `{${Array.from({ length: 200_000 }, (_, at) => `"key${at}": 1`).join()}, "key7": 2}`
    const began = performance.now()
    expect(findDuplicateKey(many)).toEqual({ key: 'key7', line: 1, count: 1 })
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
