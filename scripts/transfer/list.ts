import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { KEY } from '#backend/storage/folder-keys.ts'
import type { Copied } from './objects.ts'

/** Quick: most of it is written once and never read. */
export const pack = (text: Uint8Array): Promise<Buffer> => promisify(gzip)(text, { level: 1 })

/** @throws Error for anything but gzip, and past `maxBytes`. */
export const unpack = (bytes: Uint8Array, maxBytes: number): Promise<Buffer> =>
  promisify(gunzip)(bytes, { maxOutputLength: maxBytes })

/** Of a list, in bytes: five million objects, and less than the longest string. */
const LIST_MAX = 500_000_000

const lineSchema = z.tuple([
  z.string().regex(KEY),
  z.coerce.number().int().min(0),
  z.string().regex(/^[\da-f]{64}$/),
])

/** The list of objects of a backup: a line `key size sha256` for each. */
export const writeList = (objects: Iterable<Copied>): Promise<Buffer> =>
  pack(
    Buffer.from(
      Array.from(objects, ({ key, size, sha256 }) => `${key} ${size} ${sha256}\n`).join(''),
    ),
  )

/** @throws Error for anything but such a list. */
export async function readList(bytes: Uint8Array): Promise<Map<string, Copied>> {
  const lines = (await unpack(bytes, LIST_MAX)).toString().split('\n').slice(0, -1)
  return new Map(
    lines.map((line) => {
      const [key, size, sha256] = lineSchema.parse(line.split(' '))
      return [key, { key, size, sha256 }]
    }),
  )
}
