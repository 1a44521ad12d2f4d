import { buffer } from 'node:stream/consumers'
import { type Depot, HEAD, IDENTITY, LOCKS, MANIFEST, OBJECTS, once, TABLES } from './depot.ts'
import { readList } from './list.ts'
import { type Head, type StateManifest, readHead, readManifest, writeManifest } from './manifest.ts'
import type { Copied } from './objects.ts'
import { prune } from './prune.ts'
import { requireRoom } from './room.ts'
import { decrypting, encrypting, newIdentity, recipientOf, type Transform } from './secret.ts'
import { type Keep, readStates, stateName } from './states.ts'

/** Receives a backup: objects, then tables, then the manifest. */
export type Writer = {
  /** Objects that a former backup has stored at the same place. */
  known: ReadonlyMap<string, Copied>
  /** How many objects may be added at the same time. */
  atOnce: number
  /** The folder of the rows. */
  folderOf: (at: Date) => string
  /** Looks whether the place has room for these objects, where that is known. @throws Error with the bytes that are needed. */
  checkRoom: (objects: () => AsyncIterable<readonly [key: string, size: number]>) => Promise<void>
  object: (key: string, size: number, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  part: (name: string, bytes: Uint8Array) => Promise<void>
  /** Makes the backup valid. */
  finish: (manifest: StateManifest) => Promise<void>
  /** Removes what is not kept after `finish`; `keys` are those of its objects. @throws Error with one sentence. */
  prune: (keys: ReadonlySet<string>) => Promise<void>
  /** Must be called, also after a failure. */
  close: () => Promise<void>
}

/** The name of an object in a backup. */
export const nameOfObject = (key: string) => `${OBJECTS}/${key.slice(0, 2)}/${key}`

/**
 * A backup in a depot, beside those of before. Each file is written whole and never changed; objects that are there already are not
 * written again, also those of a backup that was interrupted. The manifest is replaced at the end: until then the former backup stays the last one.
 * @throws Error with one sentence if the depot holds anything but backups of the same site.
 */
export async function depotWriter(
  depot: Depot,
  head: Head,
  { passphrase, keep }: { passphrase: string | undefined; keep: Keep },
): Promise<Writer> {
  const names = await rootNames(depot)
  await checkDepot(depot, names, head)
  const lock = await depot.lock()
  try {
    // Before anything else: by it a later backup accepts the depot.
    await depot.write(HEAD, once(Buffer.from(JSON.stringify(head))))
    const { encrypt, decrypt } = await openKey(depot, await rootNames(depot), passphrase)
    await depot.removeUnfinished()
    const write = (name: string, bytes: AsyncIterable<Uint8Array>) =>
      depot.write(name, encrypt ? encrypt(bytes) : bytes)
    const states = await readStates(depot)
    const former = names.includes(MANIFEST) ? await readFormer(depot, decrypt) : undefined
    if (former && !states.files.get(former.state)?.includes(former.manifestName)) {
      // Of a release that kept one state.
      await write(former.manifestName, once(former.text))
    }
    const stored = await storedObjects(depot)
    const sealedSize = await sizeWhen(encrypt)
    const isStored = (key: string, size: number) =>
      stored.get(nameOfObject(key)) === sealedSize(size)
    let current = ''
    return {
      known: new Map([...(former?.list ?? [])].filter(([key, { size }]) => isStored(key, size))),
      atOnce: depot.atOnce,
      folderOf: (at) => `${TABLES}/${stateName(states.last + 1, at)}`,
      async checkRoom(objects) {
        if (!depot.freeBytes) return
        let needed = 0
        for await (const [key, size] of objects())
          if (!isStored(key, size)) needed += sealedSize(size)
        const free = await depot.freeBytes()
        requireRoom('The backup', { needed, free, place: `the disk of ${depot.place}` })
      },
      async object(key, size, bytes) {
        // Read all the same, for its hash.
        if (isStored(key, size)) for await (const chunk of bytes) void chunk
        else await write(nameOfObject(key), bytes)
      },
      part: (name, bytes) => write(name, once(bytes)),
      async finish(manifest) {
        await lock.check()
        const text = Buffer.from(writeManifest(manifest))
        current = stateOf(manifest)
        await write(`${TABLES}/${current}/${MANIFEST}`, once(text))
        await write(MANIFEST, once(text))
      },
      prune: (keys) => prune({ depot, lock, decrypt, keep, current, keys, now: new Date() }),
      close: lock.release,
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

const stateOf = ({ objects }: StateManifest) => objects.path.split('/')[1] ?? ''

async function rootNames(depot: Depot): Promise<string[]> {
  const names: string[] = []
  for await (const batch of depot.list('root')) names.push(...batch.map(([name]) => name))
  return names
}

async function checkDepot(depot: Depot, names: string[], head: Head): Promise<void> {
  const what = `The ${depot.kind} ${depot.place}`
  if (!names.includes(HEAD)) {
    // A backup that was killed at once has left these.
    const rest = names.filter((name) => !LOCKS.includes(name) && !name.startsWith(`${HEAD}.`))
    if (rest.length === 0) return
    throw new Error(`${what} is not empty and holds no backup: choose another one.`)
  }
  const { origin } = readHead((await buffer(depot.read(HEAD))).toString())
  if (origin.id === head.origin.id) return
  throw new Error(`${what} holds the backup of another site: choose another one.`)
}

/** The encryption of a depot, which its first backup decides. */
async function openKey(depot: Depot, names: string[], passphrase: string | undefined) {
  const isEncrypted = names.includes(IDENTITY)
  const isComplete = names.includes(MANIFEST)
  if ((isEncrypted || isComplete) && isEncrypted !== (passphrase !== undefined)) {
    const [is, asked] = isEncrypted ? ['', 'not '] : ['not ', '']
    throw new Error(
      `The backup in ${depot.place} is ${is}encrypted, and ${asked}to be encrypted now: choose another ${depot.kind}.`,
    )
  }
  if (passphrase === undefined) return {}
  if (isEncrypted) {
    const identity = await readIdentity(depot, passphrase)
    const encrypt = await encrypting({ recipient: await recipientOf(identity) })
    return { encrypt, decrypt: await decrypting({ identity }) }
  }
  const { identity, recipient } = await newIdentity()
  const seal = await encrypting({ passphrase })
  await depot.write(IDENTITY, seal(once(Buffer.from(identity))))
  return {
    encrypt: await encrypting({ recipient }),
    decrypt: await decrypting({ identity }),
  }
}

/** The secret key of an encrypted depot. @throws Error with one sentence for a wrong passphrase. */
export async function readIdentity(depot: Depot, passphrase: string): Promise<string> {
  const open = await decrypting({ passphrase })
  return (await buffer(open(depot.read(IDENTITY)))).toString()
}

/** The last complete backup; nothing if it is damaged, which the next one need not be. */
async function readFormer(depot: Depot, decrypt: Transform | undefined) {
  const clear = (bytes: Buffer) => (decrypt ? buffer(decrypt(once(bytes))) : bytes)
  const sealed = await buffer(depot.read(MANIFEST))
  try {
    const text = await clear(sealed)
    const manifest = readManifest(text.toString())
    const state = stateOf(manifest)
    const list = await readList(await clear(await buffer(depot.read(manifest.objects.path))))
    return { text, state, list, manifestName: `${TABLES}/${state}/${MANIFEST}` }
  } catch {
    return undefined
  }
}

async function storedObjects(depot: Depot): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const batch of depot.list(OBJECTS)) {
    for (const [name, size] of batch) found.set(name, size)
  }
  return found
}

/** Of the chunks that age encrypts one by one, and of their authentication tags, in bytes. */
const CHUNK = 64 * 1024
const TAG = 16

/** The size of stored bytes by that of the clear ones (https://age-encryption.org/v1): a header that does not vary, and chunks. */
async function sizeWhen(encrypt: Transform | undefined): Promise<(size: number) => number> {
  if (!encrypt) return (size) => size
  const { byteLength } = await buffer(encrypt(once(Buffer.alloc(0))))
  return (size) => byteLength + size + TAG * (Math.max(1, Math.ceil(size / CHUNK)) - 1)
}
