import type { FileErrorCode } from '#lib/contract/file/file-issue.ts'
import { zip } from '#demo/archive.ts'

const LOCAL = Buffer.from('PK\u0003\u0004', 'latin1')
const CENTRAL = Buffer.from('PK\u0001\u0002', 'latin1')

/** Two icons, packed as the application does. */
const plain = () =>
  zip([
    { path: 'icons/one.svg', content: '<svg/>'.repeat(40) },
    { path: 'icons/two.svg', content: '<svg/>'.repeat(60) },
  ])

/** Changes a plain archive in place. */
async function changed(change: (bytes: Buffer) => void): Promise<Buffer> {
  const bytes = await plain()
  change(bytes)
  return bytes
}
const nth = (bytes: Buffer, mark: Buffer, at: number) => {
  let found = -1
  for (let turn = 0; turn <= at; turn += 1) found = bytes.indexOf(mark, found + 1)
  return found
}
/** Replaces the name of an entry by one of the same length, in local header and central directory. */
const renamed = (name: string) =>
  changed((bytes) => {
    for (const mark of [LOCAL, CENTRAL]) {
      const at = bytes.indexOf('icons/one.svg', nth(bytes, mark, 0))
      bytes.write(name, at, 'latin1')
    }
  })

/** Malformed and malicious archives. */
export const SPOILED_ARCHIVES = {
  'a name that climbs out': () => renamed('../../../.svg'),
  'an absolute name': () => renamed('/cons/one.svg'),
  'a drive in a name': () => renamed('C:ons/one.svg'),
  'a name twice': () => renamed('icons/two.svg'),
  'a link': () => changed((bytes) => bytes.writeUInt32LE(0xa1ff0000, nth(bytes, CENTRAL, 0) + 38)),
  'an encrypted entry': () =>
    changed((bytes) => {
      const at = nth(bytes, CENTRAL, 0) + 8
      bytes.writeUInt16LE(bytes.readUInt16LE(at) | 1, at)
    }),
  'an unknown compression': () =>
    changed((bytes) => bytes.writeUInt16LE(99, nth(bytes, CENTRAL, 0) + 10)),
  'a header that names another file': () =>
    changed((bytes) => bytes.write('icons/xxx.svg', nth(bytes, LOCAL, 0) + 30, 'latin1')),
  'entries that overlap': () =>
    changed((bytes) => {
      const first = bytes.readUInt32LE(nth(bytes, CENTRAL, 0) + 42)
      bytes.writeUInt32LE(first, nth(bytes, CENTRAL, 1) + 42)
    }),
  'an entry that begins behind the end': () =>
    changed((bytes) => bytes.writeUInt32LE(0x00ffffff, nth(bytes, CENTRAL, 1) + 42)),
  'a size that is too small': () =>
    changed((bytes) => bytes.writeUInt32LE(5, nth(bytes, CENTRAL, 0) + 24)),
  'a size beyond measure': () =>
    changed((bytes) => bytes.writeUInt32LE(0x7fffffff, nth(bytes, CENTRAL, 0) + 24)),
  'something before it': async () => Buffer.concat([LOCAL, Buffer.alloc(50), await plain()]),
  'something behind it': async () => Buffer.concat([await plain(), Buffer.from('<html>')]),
  'its end cut off': async () => (await plain()).subarray(0, -30),
  'contents that inflate beyond measure': () =>
    zip([{ path: 'icons/one.svg', content: Buffer.alloc(64 * 1024 * 1024) }]),
  'a checksum that is not true': () =>
    changed((bytes) => {
      for (const [mark, at] of [
        [LOCAL, 14],
        [CENTRAL, 16],
      ] as const) {
        bytes.writeUInt32LE(1, nth(bytes, mark, 0) + at)
      }
    }),
} satisfies Record<string, () => Promise<Buffer>>

type Spoiled = keyof typeof SPOILED_ARCHIVES

/** The expected error code of each archive. */
export const SPOILED_CODES: Record<Spoiled, FileErrorCode> = {
  'a name that climbs out': 'path',
  'an absolute name': 'path',
  'a drive in a name': 'path',
  'a name twice': 'name_twice',
  'a link': 'link',
  'an encrypted entry': 'encrypted',
  'an unknown compression': 'headers_differ',
  'a header that names another file': 'headers_differ',
  'entries that overlap': 'entries_overlap',
  'an entry that begins behind the end': 'bytes_between',
  'a size that is too small': 'headers_differ',
  'a size beyond measure': 'too_large',
  'something before it': 'broken',
  'something behind it': 'bytes_behind',
  'its end cut off': 'broken',
  'contents that inflate beyond measure': 'too_compressed',
  'a checksum that is not true': 'data',
}

/** Builds the archive with this fault. */
export function spoiled(fault: string): Promise<Buffer> {
  const make = Object.entries(SPOILED_ARCHIVES).find(([name]) => name === fault)?.[1]
  if (!make) throw new Error(`no such fault: ${fault}`)
  return make()
}
