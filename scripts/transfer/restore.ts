import { hash } from 'node:crypto'
import { z } from 'zod'
import { checkKnown } from './catalogue.ts'
import { claimStorage } from './claim.ts'
import { createFingerprint, type Fingerprint, isSame } from './fingerprint.ts'
import { readList, unpack } from './list.ts'
import { beginLoad, finishLoad, loadTable } from './load.ts'
import type { StateManifest } from './manifest.ts'
import { type Member, readMember } from './member.ts'
import type { Copied } from './objects.ts'
import type { Reader } from './reader.ts'
import type { SiteTable } from './rows.ts'
import { createStore } from './store.ts'
import type { TargetSite } from './target.ts'

/** Of the rows of a part, in bytes: 4 MB, or one longer row. */
const ROWS_MAX = 64 * 1024 * 1024
/** Named in the message about a damaged backup. */
const NAMES_MAX = 10

type Options = {
  reader: Reader
  target: TargetSite
  onProgress: (what: string, done: number) => void
}

/**
 * Restores a backup into an empty target, and compares every byte of it with the manifest, and every table with what was written.
 * @throws Error with one sentence that names what is damaged; the target is not usable then.
 */
export async function restoreBackup({
  reader,
  target,
  onProgress,
}: Options): Promise<StateManifest> {
  const { origin } = reader.head
  checkKnown(origin.migration)
  if ((await beginLoad(target.rows, origin)) === 'complete') {
    throw new Error('The target database holds this site already.')
  }
  await claimStorage(target.storage, origin.id)
  const read = await readAll({ reader, target, onProgress })
  const manifest = reader.manifest()
  const { bad, extra } = await compare(manifest, read)
  if (bad.length > 0) throw damaged(bad)
  // Those that the site deleted while they were written to an archive.
  for (const key of extra) await target.storage.remove(key)
  for (const table of manifest.tables) {
    // In a target that an interrupted restore has filled, a table without rows may have some.
    if (table.parts.length === 0) await loadTable(target.rows, table, none())
  }
  const expected = new Map(manifest.tables.map(({ name, rows, sum }) => [name, { rows, sum }]))
  onProgress('indexes and comparison of all rows', 0)
  await finishLoad(target.rows, expected, manifest.sequences)
  await target.finish()
  return manifest
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** What was found in a backup. */
type Read = {
  /** SHA-256 by name, of parts that are not objects. */
  sums: Map<string, string>
  objects: ReadonlyMap<string, Copied>
  loaded: Map<string, Fingerprint>
  list: Buffer | undefined
}

/** Stores the objects and loads the tables in the order of the backup. */
async function readAll({ reader, target, onProgress }: Options): Promise<Read> {
  const store = createStore(target.storage)
  const read: Read = {
    sums: new Map(),
    objects: store.objects,
    loaded: new Map(),
    list: undefined,
  }
  const { sums, loaded } = read
  let tables: SiteTable[] = []
  const members = reader.members[Symbol.asyncIterator]()
  let next = await members.next()

  /** The rows of the table that comes next; `next` is the part behind them at the end. */
  async function* rowsOf(table: string) {
    while (!next.done && next.value.kind === 'rows' && next.value.table === table) {
      yield await unpackRows(next.value, sums)
      next = await members.next()
    }
  }
  try {
    while (!next.done) {
      const member = next.value
      if (member.kind === 'rows') {
        const table = tables.find(({ name }) => name === member.table)
        if (!table) throw damaged([member.name])
        loaded.set(table.name, await loadTable(target.rows, table, rowsOf(table.name)))
        onProgress(`table ${table.name}`, loaded.size)
        continue
      }
      if (member.kind === 'object') {
        await store.add(member.key, member.bytes)
        onProgress('files', store.objects.size)
      } else {
        const bytes = await readMember(member.kind, member)
        sums.set(member.name, hash('sha256', bytes))
        if (member.kind === 'columns') tables = parseColumns(bytes)
        else read.list = bytes
      }
      next = await members.next()
    }
    await store.end()
  } finally {
    // Closes the backup after a failure.
    await members.return?.()
    await store.settled()
  }
  return read
}

async function unpackRows(member: Member, sums: Map<string, string>): Promise<Buffer> {
  const packed = await readMember('rows', member)
  sums.set(member.name, hash('sha256', packed))
  try {
    return await unpack(packed, ROWS_MAX)
  } catch {
    throw damaged([member.name])
  }
}

function parseColumns(bytes: Buffer): SiteTable[] {
  const schema = z.array(
    z.object({ name: z.string(), columns: z.array(z.string().regex(/^\w{1,63}$/)) }),
  )
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch {
    throw damaged(['columns.json'])
  }
}

/** @returns the names of what is missing in a backup or differs from its manifest, and the keys of objects that are not in it. */
async function compare(
  manifest: StateManifest,
  { sums, objects, loaded, list }: Read,
): Promise<{ bad: string[]; extra: string[] }> {
  const parts = [...manifest.tables.flatMap((table) => table.parts), manifest.objects]
  const bad = parts.filter(({ path, sha256 }) => sums.get(path) !== sha256).map(({ path }) => path)
  if (bad.length > 0 || !list) return { bad, extra: [] }
  for (const table of manifest.tables) {
    const found = loaded.get(table.name) ?? createFingerprint().result()
    if (!isSame(found, table)) bad.push(`table ${table.name}`)
  }
  const listed = await readList(list).catch(() => null)
  if (!listed) return { bad: [...bad, manifest.objects.path], extra: [] }
  for (const { key, size, sha256 } of listed.values()) {
    const found = objects.get(key)
    if (found?.size !== size || found.sha256 !== sha256) bad.push(`files/${key.slice(0, 2)}/${key}`)
  }
  return { bad, extra: [...objects.keys()].filter((key) => !listed.has(key)) }
}

function damaged(names: string[]): Error {
  const shown = names.slice(0, NAMES_MAX).join(', ')
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : ''
  return new Error(`The backup is damaged: ${shown}${more}.`)
}
