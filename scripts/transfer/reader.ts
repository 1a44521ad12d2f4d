import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { readArchive } from './archive.ts'
import { readList } from './list.ts'
import { type Head, type Manifest, readHead, readManifest } from './manifest.ts'
import { type Member, placeOf, readMember } from './member.ts'
import { openObject } from './objects.ts'
import { decrypting } from './secret.ts'
import { HEAD, IDENTITY, MANIFEST, OBJECTS, readIdentity } from './writer.ts'

/** Reads a backup. `members` comes to the end before `manifest` is called. */
export type Reader = {
  head: Head
  /** Each must be read before the next. @throws Error with one sentence for anything that no backup has. */
  members: AsyncIterable<Member>
  /** @throws Error with one sentence if the backup is cut off. */
  manifest: () => Manifest
}

const AGE = 'age-encryption.org/'

/** @throws Error with one sentence for anything but a backup that this version reads. */
export async function openBackup(place: string, passphrase: () => string): Promise<Reader> {
  const info = await stat(place).catch(() => null)
  if (!info) throw new Error(`There is no backup at ${place}.`)
  return info.isDirectory() ? readFolder(place, passphrase) : readTar(place, passphrase)
}

async function readFolder(folder: string, passphrase: () => string): Promise<Reader> {
  const fileOf = (name: string) => path.join(folder, name)
  const exists = async (name: string) => (await stat(fileOf(name)).catch(() => null)) !== null
  if (!(await exists(HEAD))) throw new Error(`The folder ${folder} holds no backup.`)
  const start = { name: HEAD, bytes: createReadStream(fileOf(HEAD)) }
  readHead((await readMember('head', start)).toString())
  if (!(await exists(MANIFEST))) {
    throw new Error(`The backup in ${folder} was never completed.`)
  }
  const decrypt = (await exists(IDENTITY))
    ? await decrypting({ identity: await readIdentity(folder, passphrase()) })
    : undefined
  const clear = (bytes: AsyncIterable<Uint8Array>) => (decrypt ? decrypt(bytes) : bytes)
  const memberOf = (name: string): Member => ({
    ...placeOf(name),
    name,
    bytes: clear(createReadStream(fileOf(name))),
  })
  const manifest = readManifest((await readMember('manifest', memberOf(MANIFEST))).toString())
  const listName = manifest.objects.path
  async function* members(): AsyncGenerator<Member> {
    const bytes = await readMember('list', memberOf(listName))
    const list = await readList(bytes).catch(() => {
      throw new Error(`The backup is damaged: ${listName}.`)
    })
    const storage = createFolderStorage(fileOf(OBJECTS))
    for (const key of list.keys()) {
      const found = await openObject(storage, key)
      // A missing one is reported with the damaged ones.
      if (found) yield { kind: 'object', key, name: key, bytes: clear(found.bytes) }
    }
    const rows = manifest.tables.flatMap((table) => table.parts.map((part) => part.path))
    const columns = `${path.posix.dirname(listName)}/columns.json`
    for (const name of [columns, ...rows, listName]) {
      if (!(await exists(name))) throw new Error(`The backup is damaged: ${name} is missing.`)
      yield memberOf(name)
    }
  }
  // The head may be that of a later backup, which was not completed.
  return { head: manifest, members: members(), manifest: () => manifest }
}

async function readTar(file: string, passphrase: () => string): Promise<Reader> {
  const isEncrypted = await beginsWith(file, AGE)
  const members = readArchive(file, isEncrypted ? passphrase() : undefined)
  const first = await members.next()
  if (first.done || first.value.name !== HEAD) throw new Error(`The file ${file} is no backup.`)
  const head = readHead((await readMember('head', first.value)).toString())
  let manifest: Manifest | undefined
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
