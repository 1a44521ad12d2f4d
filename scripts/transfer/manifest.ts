import { hash } from 'node:crypto'
import { z } from 'zod'

/** Of the layout of a backup. A version that reads another one refuses it. */
const FORMAT = 1
const HEX_64 = /^[\da-f]{64}$/
const countSchema = z.number().int().min(0)
const nameSchema = z.string().regex(/^[\w-]{1,63}$/)

const originSchema = z.object({ id: z.string().regex(/^[\w-]{1,100}$/), migration: z.number() })

/** The first file of a backup. */
const headSchema = z.object({
  keystrip: z.literal('backup'),
  format: z.number(),
  origin: originSchema,
})
export type Head = z.infer<typeof headSchema>

/** The last file of a backup: with it, the backup is complete. */
const manifestSchema = headSchema.extend({
  site: z.string().max(100),
  /** Of the snapshot of the database. */
  at: z.iso.datetime(),
  tables: z.array(
    z.object({
      name: nameSchema,
      columns: z.array(nameSchema),
      rows: countSchema,
      sum: z.string().regex(HEX_64),
      /** Files with COPY text, compressed with gzip, and the SHA-256 of each. */
      parts: z.array(z.object({ path: z.string().max(200), sha256: z.string().regex(HEX_64) })),
    }),
  ),
  sequences: z.array(z.object({ name: nameSchema, last: z.string().regex(/^-?\d{1,19}$/) })),
  /** The list of objects: lines `key size sha256`, compressed with gzip. */
  objects: z.object({
    path: z.string().max(200),
    sha256: z.string().regex(HEX_64),
    count: countSchema,
    bytes: countSchema,
  }),
  /** Keys that rows name, whose objects the site had lost already. */
  missing: z.array(z.string().max(100)),
})
export type StateManifest = z.infer<typeof manifestSchema>

export const newHead = (origin: Head['origin']): Head => ({
  keystrip: 'backup',
  format: FORMAT,
  origin,
})

/** The text of a manifest, with the SHA-256 of its JSON. */
export function writeManifest(manifest: StateManifest): string {
  return `${JSON.stringify({ sha256: hash('sha256', JSON.stringify(manifest)), manifest }, null, 1)}\n`
}

/** @throws Error with one sentence for a damaged manifest, or one of a newer version. */
export function readManifest(text: string): StateManifest {
  const outer = z.object({ sha256: z.string(), manifest: z.unknown() }).safeParse(parseJson(text))
  // Parsed JSON has its keys in the order of the text.
  const isWhole =
    outer.success && hash('sha256', JSON.stringify(outer.data.manifest)) === outer.data.sha256
  const head = headSchema.safeParse(outer.data?.manifest)
  if (isWhole && head.success) checkFormat(head.data)
  const { data } = manifestSchema.safeParse(isWhole ? outer.data.manifest : null)
  if (!data) throw new Error('The file manifest.json of the backup is damaged.')
  return data
}

/** @throws Error with one sentence for anything but the head of a backup of a known format. */
export function readHead(text: string): Head {
  const { data } = headSchema.safeParse(parseJson(text))
  if (!data) throw new Error('This is no backup, or a damaged one: it does not begin as a backup.')
  checkFormat(data)
  return data
}

function checkFormat({ format }: Head) {
  if (format === FORMAT) return
  throw new Error(
    `The backup has format ${format}, and this version of the site reads format ${FORMAT}: update the site before.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
