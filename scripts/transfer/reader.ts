import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BackupPlace } from '#backend/storage/backup-place.ts'
import { readArchive } from './archive.ts'
import { type Depot, HEAD, IDENTITY, MANIFEST, OBJECTS, once, TABLES } from './depot.ts'
import { readList } from './list.ts'
import { type Head, type StateManifest, readHead, readManifest } from './manifest.ts'
import { type Member, placeOf, readMember } from './member.ts'
import { openDepot } from './open-depot.ts'
import { decrypting } from './secret.ts'
import { readStates, stateAt } from './states.ts'
import { nameOfObject, readIdentity } from './writer.ts'

/** Reads a backup. `members` comes to the end before `manifest` is called. */
export type Reader = {
  head: Head
  /** Each must be read before the next. @throws Error with one sentence for anything that no backup has. */
  members: AsyncIterable<Member>
  /** @throws Error with one sentence if the backup is cut off. */
  manifest: () => StateManifest
}

const AGE = 'age-encryption.org/'
/** Objects up to this size in bytes are read into memory ahead of their use. */
const SMALL = 1024 * 1024

/**
 * @param place a folder, an archive, or a bucket.
 * @param at the newest state until then is read, instead of the last one.
 * @throws Error with one sentence for anything but a backup that this version reads.
 */
export async function openBackup(
  place: BackupPlace,
  passphrase: () => string,
  at?: Date,
): Promise<Reader> {
  if ('folder' in place) {
    const info = await stat(place.folder).catch(() => null)
    if (!info) throw new Error(`There is no backup at ${place.folder}.`)
    if (!info.isDirectory()) {
      if (at) throw new Error(`The archive ${place.folder} has one state.`)
      return readTar(place.folder, passphrase)
    }
  }
  return readDepot(await openDepot(place), passphrase, at)
}

export async function readDepot(
  depot: Depot,
  passphrase: () => string,
  at?: Date,
): Promise<Reader> {
  const names = new Map<string, number>()
  for (const part of ['root', TABLES, OBJECTS] as const) {
    for await (const batch of depot.list(part)) {
      for (const [name, size] of batch) names.set(name, size)
    }
  }
  if (!names.has(HEAD)) throw new Error(`The ${depot.kind} ${depot.place} holds no backup.`)
  readHead((await readMember('head', { name: HEAD, bytes: depot.read(HEAD) })).toString())
  if (!names.has(MANIFEST)) {
    throw new Error(`The backup in ${depot.place} was never completed.`)
  }
  const decrypt = names.has(IDENTITY)
    ? await decrypting({ identity: await readIdentity(depot, passphrase()) })
    : undefined
  const clear = (bytes: AsyncIterable<Uint8Array>) => (decrypt ? decrypt(bytes) : bytes)
  const memberOf = (name: string): Member => ({
    ...placeOf(name),
    name,
    bytes: clear(depot.read(name)),
  })
  const file = at
    ? `${TABLES}/${stateAt(await readStates(depot), at, depot.place).name}/${MANIFEST}`
    : MANIFEST
  const bytesOfManifest = { name: file, bytes: clear(depot.read(file)) }
  const manifest = readManifest((await readMember('manifest', bytesOfManifest)).toString())
  const listName = manifest.objects.path
  async function* members(): AsyncGenerator<Member> {
    const bytes = await readMember('list', memberOf(listName))
    const list = await readList(bytes).catch(() => {
      throw new Error(`The backup is damaged: ${listName}.`)
    })
    // A missing one is reported with the damaged ones.
    const there = [...list.keys()].filter((key) => names.has(nameOfObject(key)))
    const load = async (key: string) => {
      const name = nameOfObject(key)
      const isSmall = (names.get(name) ?? 0) <= SMALL
      const stored = depot.read(name)
      return { key, stored: isSmall ? once(await buffer(stored)) : stored }
    }
    for await (const { key, stored } of ahead(there, depot.atOnce, load)) {
      yield { kind: 'object', key, name: key, bytes: clear(stored) }
    }
    const rows = manifest.tables.flatMap((table) => table.parts.map((part) => part.path))
    const columns = `${path.posix.dirname(listName)}/columns.json`
    for (const name of [columns, ...rows, listName]) {
      if (!names.has(name)) throw new Error(`The backup is damaged: ${name} is missing.`)
      yield memberOf(name)
    }
  }
  // The head may be that of a later backup, which was not completed.
  return { head: manifest, members: members(), manifest: () => manifest }
}

/** Loads so many items ahead of the one that is used, in their order. */
async function* ahead<T, R>(
  items: T[],
  atOnce: number,
  load: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const loading: Promise<R>[] = []
  for (let next = 0; ;) {
    for (; loading.length < atOnce && next < items.length; next += 1) {
      const [item] = items.slice(next, next + 1)
      if (item === undefined) break
      const result = load(item)
      // Thrown where it is used, unless an earlier one has failed.
      result.catch(() => undefined)
      loading.push(result)
    }
    const first = loading.shift()
    if (!first) return
    yield await first
  }
}

async function readTar(file: string, passphrase: () => string): Promise<Reader> {
  const isEncrypted = await beginsWith(file, AGE)
  const members = readArchive(file, isEncrypted ? passphrase() : undefined)
  const first = await members.next()
  if (first.done || first.value.name !== HEAD) throw new Error(`The file ${file} is no backup.`)
  const head = readHead((await readMember('head', first.value)).toString())
  let manifest: StateManifest | undefined
  async function* rest(): AsyncGenerator<Member> {
    for await (const { name, bytes } of members) {
      const member = { ...placeOf(name), name, bytes }
      if (member.kind === 'head' || manifest) {
        throw new Error(`The archive ${file} is damaged: it has parts in another order.`)
      }
      if (member.kind !== 'manifest') yield member
      else manifest = readManifest((await readMember('manifest', member)).toString())
    }
  }
  return {
    head,
    members: rest(),
    manifest() {
      if (!manifest) throw new Error(`The archive ${file} is cut off.`)
      const { id, migration } = manifest.origin
      if (id === head.origin.id && migration === head.origin.migration) return manifest
      throw new Error(`The archive ${file} is damaged: its beginning is that of another backup.`)
    },
  }
}

async function beginsWith(file: string, text: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer: bytes, bytesRead } = await handle.read({ buffer: Buffer.alloc(text.length) })
  return bytes.subarray(0, bytesRead).toString('latin1') === text
}
