import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { UNFINISHED, writeWhole } from '#backend/storage/whole-file.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import { type Head, type Manifest, readHead, readManifest, writeManifest } from './manifest.ts'
import { readList } from './list.ts'
import type { Copied } from './objects.ts'
import { decrypting, encrypting, newIdentity, recipientOf, type Transform } from './secret.ts'

/** Names in a backup. */
export const HEAD = 'head.json'
export const MANIFEST = 'manifest.json'
export const IDENTITY = 'identity.age'
export const OBJECTS = 'files'
export const TABLES = 'tables'
const LOCK = '.lock'

/** Receives a backup: objects, then tables, then the manifest. */
export type Writer = {
  /** Objects that a former backup has stored at the same place. */
  known: ReadonlyMap<string, Copied>
  /** How many objects may be added at the same time. */
  atOnce: number
  object: (key: string, size: number, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  part: (name: string, bytes: Uint8Array) => Promise<void>
  /** Makes the backup valid, and removes what it does not contain; `keys` are those of its objects. */
  finish: (manifest: Manifest, keys: ReadonlySet<string>) => Promise<void>
  /** Must be called, also after a failure. */
  close: () => Promise<void>
}

const WRITES_AT_ONCE = 8

/**
 * A backup as a folder. Each file is written whole and never changed, so that a copy by rsync takes only what is new. The
 * manifest is replaced at the end: until then the former backup stays valid.
 * @throws Error with one sentence if the folder holds anything but a backup of the same site.
 */
export async function folderWriter(
  target: string,
  head: Head,
  passphrase: string | undefined,
): Promise<Writer> {
  const folder = path.resolve(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await checkFolder(folder, head)
  const release = await takeLock(path.join(folder, LOCK), 0)
  try {
    // Before anything else: by it a later backup accepts the folder.
    await writeWhole(path.join(folder, HEAD), [Buffer.from(JSON.stringify(head))])
    const { encrypt, former } = await openFormer(folder, passphrase)
    const storage = createFolderStorage(path.join(folder, OBJECTS))
    await storage.removeUnfinished(new Date())
    const known = former ? await readList(former.list) : new Map<string, Copied>()
    const write = (name: string, bytes: AsyncIterable<Uint8Array>) =>
      writeWhole(path.join(folder, name), encrypt ? encrypt(bytes) : bytes)
    return {
      known: await present(known, storage.size, encrypt !== undefined),
      atOnce: WRITES_AT_ONCE,
      async object(key, _size, bytes) {
        await storage.writeStream(key, encrypt ? encrypt(bytes) : bytes, { maxBytes: Infinity })
      },
      part: (name, bytes) => write(name, once(bytes)),
      async finish(manifest, keys) {
        await write(MANIFEST, once(Buffer.from(writeManifest(manifest))))
        const tables = path.join(folder, TABLES)
        const current = path.dirname(manifest.objects.path)
        for (const name of await readdir(tables)) {
          if (`${TABLES}/${name}` === current) continue
          await rm(path.join(tables, name), { recursive: true, force: true })
        }
        // Of killed backups.
        for (const name of await readdir(folder)) {
          if (name.endsWith(UNFINISHED)) await rm(path.join(folder, name), { force: true })
        }
        for await (const batch of storage.keys()) {
          for (const key of batch) if (!keys.has(key)) await storage.remove(key)
        }
      },
      close: release,
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Objects of a former backup that are still there. */
async function present(
  known: ReadonlyMap<string, Copied>,
  sizeOf: (key: string) => Promise<number | null>,
  isEncrypted: boolean,
): Promise<Map<string, Copied>> {
  const found = new Map<string, Copied>()
  for (const [key, object] of known) {
    const size = await sizeOf(key)
    if (size !== null && (isEncrypted || size === object.size)) found.set(key, object)
  }
  return found
}

async function checkFolder(folder: string, head: Head): Promise<void> {
  const names = await readdir(folder)
  if (!names.includes(HEAD)) {
    // A backup that was killed at once has left these.
    const rest = names.filter((name) => name !== LOCK && !name.startsWith(`${HEAD}.`))
    if (rest.length === 0) return
    throw new Error(`The folder ${folder} is not empty and holds no backup: choose another one.`)
  }
  const { origin } = readHead(await readFile(path.join(folder, HEAD), 'utf8'))
  if (origin.id === head.origin.id) return
  throw new Error(`The folder ${folder} holds the backup of another site: choose another one.`)
}

/** What is needed to go on with a folder: its encryption, and the list of objects of its last complete backup. */
async function openFormer(folder: string, passphrase: string | undefined) {
  const names = await readdir(folder)
  const isEncrypted = names.includes(IDENTITY)
  const isComplete = names.includes(MANIFEST)
  if ((isEncrypted || isComplete) && isEncrypted !== (passphrase !== undefined)) {
    const [is, asked] = isEncrypted ? ['', 'not '] : ['not ', '']
    throw new Error(
      `The backup in ${folder} is ${is}encrypted, and ${asked}to be encrypted now: choose another folder.`,
    )
  }
  let encrypt: Transform | undefined
  let decrypt: Transform | undefined
  if (passphrase !== undefined) {
    const file = path.join(folder, IDENTITY)
    if (isEncrypted) {
      const identity = await readIdentity(folder, passphrase)
      decrypt = await decrypting({ identity })
      encrypt = await encrypting({ recipient: await recipientOf(identity) })
    } else {
      const { identity, recipient } = await newIdentity()
      const seal = await encrypting({ passphrase })
      await writeWhole(file, seal(once(Buffer.from(identity))))
      encrypt = await encrypting({ recipient })
    }
  }
  if (!isComplete) return { encrypt }
  const read = async (name: string) => {
    const bytes = createReadStream(path.join(folder, name))
    return buffer(decrypt ? decrypt(bytes) : bytes)
  }
  const manifest = readManifest((await read(MANIFEST)).toString())
  return { encrypt, former: { list: await read(manifest.objects.path) } }
}

/** The secret key of an encrypted folder. @throws Error with one sentence for a wrong passphrase. */
export async function readIdentity(folder: string, passphrase: string): Promise<string> {
  const open = await decrypting({ passphrase })
  return (await buffer(open(createReadStream(path.join(folder, IDENTITY))))).toString()
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
