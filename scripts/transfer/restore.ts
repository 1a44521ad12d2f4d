import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Storage } from '#backend/storage/storage.ts'
import { checkKnown } from './catalogue.ts'
import { type Fingerprint, isSame } from './fingerprint.ts'
import { readList, unpack } from './list.ts'
import { beginLoad, finishLoad, loadTable } from './load.ts'
import type { Manifest } from './manifest.ts'
import type { Copied } from './objects.ts'
import { claimStorage } from './claim.ts'
import type { Member, Reader } from './reader.ts'
import type { Table } from './rows.ts'
import type { Target } from './target.ts'

/** Objects up to this size in bytes are read whole, so that several are written at the same time. */
const SMALL = 8 * 1024 * 1024
const WRITES_AT_ONCE = 8
/** Named in the message about a damaged backup. */
const NAMES_MAX = 10
const PART = /^tables\/[\w-]+\/([a-z_\d]+)\.\d{5}\.copy\.gz$/

type Options = { reader: Reader; target: Target; onProgress: (what: string, done: number) => void }

/**
 * Restores a backup into an empty target, and compares every byte of it with the manifest, and every table with what was written.
 * @throws Error with one sentence that names what is damaged; the target is not usable then.
 */
export async function restoreBackup({ reader, target, onProgress }: Options): Promise<Manifest> {
  const { origin } = reader.head
  checkKnown(origin.migration)
  if ((await beginLoad(target.rows, origin)) === 'complete') {
    throw new Error('The target database holds this site already.')
  }
  await claimStorage(target.storage, origin.id)
  const sums = new Map<string, string>()
  const objects = new Map<string, Copied>()
  const loaded = new Map<string, Fingerprint>()
  let list: Buffer | undefined
  let tables: Table[] = []
  const members = reader.members[Symbol.asyncIterator]()
  const store = createStore(target.storage, objects)
  let next = await members.next()
  while (!next.done) {
    const member = next.value
    const tableName = PART.exec(member.name)?.[1]
    if (member.key !== null) {
      await store.add(member, member.key)
      onProgress('files', objects.size)
    } else if (tableName !== undefined) {
      const table = tables.find(({ name }) => name === tableName)
      if (!table) throw damaged([member.name])
      let following: IteratorResult<Member> = next
      const lines = async function* () {
        while (!following.done && PART.exec(following.value.name)?.[1] === tableName) {
          yield await readPart(following.value, sums)
          following = await members.next()
        }
      }
      loaded.set(tableName, await loadTable(target.rows, table, lines()))
      onProgress(`table ${tableName}`, loaded.size)
      next = following
      continue
    } else {
      const bytes = await buffer(member.bytes)
      sums.set(member.name, hash('sha256', bytes))
      if (member.name.endsWith('/columns.json')) tables = parseColumns(bytes)
      else list = bytes
    }
    next = await members.next()
  }
  await store.end()
  const manifest = reader.manifest()
  const bad = await differences({ manifest, sums, objects, loaded, list })
  if (bad.length > 0) throw damaged(bad)
  const expected = new Map(manifest.tables.map(({ name, rows, sum }) => [name, { rows, sum }]))
  onProgress('indexes and comparison of all rows', 0)
  await finishLoad(target.rows, expected, manifest.sequences)
  await target.finish()
  return manifest
}

async function readPart({ name, bytes }: Member, sums: Map<string, string>): Promise<Buffer> {
  const packed = await buffer(bytes)
  sums.set(name, hash('sha256', packed))
  try {
    return await unpack(packed)
  } catch {
    throw damaged([name])
  }
}

function parseColumns(bytes: Buffer): Table[] {
  const schema = z.array(
    z.object({ name: z.string(), columns: z.array(z.string().regex(/^\w{1,63}$/)) }),
  )
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch {
    throw damaged(['columns.json'])
  }
}

/** Writes objects, small ones several at a time. */
function createStore(storage: Storage, objects: Map<string, Copied>) {
  const pending = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  const write = async (key: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    const copied = await storage.writeStream(key, bytes, { maxBytes: Infinity })
    objects.set(key, { key, ...copied })
  }
  return {
    async add({ bytes }: Member, key: string) {
      const chunks = bytes[Symbol.asyncIterator]()
      const head: Uint8Array[] = []
      let size = 0
      let isWhole = false
      while (size <= SMALL && !isWhole) {
        const { done, value } = await chunks.next()
        if (done) isWhole = true
        else {
          head.push(value)
          size += value.byteLength
        }
      }
      if (!isWhole) return write(key, joined(head, chunks))
      while (pending.size >= WRITES_AT_ONCE) await Promise.race(pending)
      if (failure) throw failure.error
      const task: Promise<void> = write(key, head)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => pending.delete(task))
      pending.add(task)
    },
    async end() {
      await Promise.all(pending)
      if (failure) throw failure.error
    },
  }
}

async function* joined(head: Uint8Array[], rest: AsyncIterator<Uint8Array>) {
  yield* head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

type Read = {
  manifest: Manifest
  sums: ReadonlyMap<string, string>
  objects: ReadonlyMap<string, Copied>
  loaded: ReadonlyMap<string, Fingerprint>
  list: Buffer | undefined
}

/** The names of what is missing in a backup or differs from its manifest. */
async function differences({ manifest, sums, objects, loaded, list }: Read): Promise<string[]> {
  const parts = manifest.tables.flatMap((table) => table.parts)
  const bad = [...parts, manifest.objects]
    .filter(({ path, sha256 }) => sums.get(path) !== sha256)
    .map(({ path }) => path)
  if (bad.length > 0 || !list) return bad
  for (const table of manifest.tables) {
    const found = loaded.get(table.name) ?? { rows: 0, sum: '0'.repeat(64) }
    if (!isSame(found, table)) bad.push(`table ${table.name}`)
  }
  for (const { key, size, sha256 } of (await readList(list)).values()) {
    const found = objects.get(key)
    if (found?.size !== size || found.sha256 !== sha256) bad.push(`files/${key.slice(0, 2)}/${key}`)
  }
  return bad
}

function damaged(names: string[]): Error {
  const shown = names.slice(0, NAMES_MAX).join(', ')
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : ''
  return new Error(`The backup is damaged: ${shown}${more}.`)
}
