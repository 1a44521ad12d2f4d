import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildStandardFile, SVG } from '#tests/support/containers.ts'
import { foreignFile } from '#tests/support/foreign-files.ts'
import { readUpload } from '#tests/support/read-upload.ts'
import { buildStreamDeckPack } from '#tests/support/stream-deck.ts'
import { isWhole } from '#tests/support/whole.ts'

const set = {
  prefix: 'a',
  icons: { sun: { body: SVG } },
  aliases: { day: { parent: 'sun', rotate: 1 } },
}
const page = { pages: [{ keys: Array.from({ length: 8 }, (_, x) => ({ x })) }] }

const SMALL = {
  'icon.svg': null,
  'license.txt': null,
  'previews/1-preview.png': null,
  'icons/pear.svg': null,
}
/** Each length near the beginning and the end, where headers and directories are cut, and every 13th between. */
const isInSample = (length: number, total: number) =>
  length < 64 || length > total - 64 || length % 13 === 0

/** Errors of a file that was cut off, by the format that it had. */
it.each<[string, string, () => Buffer, string[]]>([
  ['a standard archive', 'a.iconpack', () => buildStandardFile('icon'), ['broken']],
  [
    'a pack of the Stream Deck application',
    'a.streamDeckIconPack',
    () => buildStreamDeckPack({ icons: [{ path: 'apple.svg', name: 'A' }], files: SMALL }),
    ['broken'],
  ],
  ['a folder', 'a.zip', () => foreignFile('infoZip'), ['broken']],
  [
    'a set of Iconify',
    'a.json',
    () => Buffer.from(JSON.stringify(set)),
    ['plain_text', 'manifest_syntax', 'no_format'],
  ],
  [
    'JSON that is kept unread',
    'a.flexbar',
    () => Buffer.from(JSON.stringify(page)),
    ['plain_text', 'too_small'],
  ],
  [
    'gzip that is kept unread',
    'a.flexbar',
    () => gzipSync(JSON.stringify(page)),
    ['plain_text', 'too_small'],
  ],
])('%s is refused or kept unread wherever it is cut off', async (_, name, make, expected) => {
  const bytes = make()
  expect((await readUpload(name, bytes)).error).toBeNull()
  const known = new Set([...expected, 'no_format', 'too_small', 'plain_text'])
  for (let length = 1; length < bytes.length; length += 1) {
    if (!isWhole && !isInSample(length, bytes.length)) continue
    const { error, format } = await readUpload(name, bytes.subarray(0, length))
    // A file that ends too early for its own format is binary data under the extension of the specification.
    if (error === null) expect(format).toBe('opaque')
    else expect(known).toContain(error.code)
  }
})
