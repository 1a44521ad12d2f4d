import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { readArchive } from './archive.ts'
import { readList } from './list.ts'
import { type Head, type Manifest, readHead, readManifest } from './manifest.ts'
import { openObject } from './objects.ts'
import { decrypting } from './secret.ts'
import { HEAD, IDENTITY, MANIFEST, OBJECTS, readIdentity } from './writer.ts'

/** A member of a backup: an object of the storage by its key, or another file by its name. */
export type Member = { key: string | null; name: string; bytes: AsyncIterable<Uint8Array> }

/** Reads a backup. `members` comes to the end before `manifest` is called. */
export type Reader = {
  head: Head
  members: AsyncIterable<Member>
  /** @throws Error with one sentence if the backup is cut off. */
  manifest: () => Manifest
}

const AGE = 'age-encryption.org/'

/** @throws Error with one sentence for anything but a backup that this version reads. */
export async function openBackup(
  place: string,
  passphrase: () => Promise<string>,
): Promise<Reader> {
  const info = await stat(place).catch(() => null)
  if (!info) throw new Error(`There is no backup at ${place}.`)
  return info.isDirectory() ? readFolder(place, passphrase) : readTar(place, passphrase)
}

async function readFolder(folder: string, passphrase: () => Promise<string>): Promise<Reader> {
  const head = readHead(
    await readFile(path.join(folder, HEAD), 'utf8').catch(() => {
      throw new Error(`The folder ${folder} holds no backup.`)
    }),
  )
  const isEncrypted = (await stat(path.join(folder, IDENTITY)).catch(() => null)) !== null
  const decrypt = isEncrypted
    ? await decrypting({ identity: await readIdentity(folder, await passphrase()) })
    : undefined
  const clear = (bytes: AsyncIterable<Uint8Array>) => (decrypt ? decrypt(bytes) : bytes)
  const read = (name: string) => buffer(clear(createReadStream(path.join(folder, name))))
  const manifestText = await read(MANIFEST).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`The backup in ${folder} was never completed.`)
    }
    throw error
  })
  const manifest = readManifest(manifestText.toString())
  async function* members(): AsyncGenerator<Member> {
    const list = await readList(await read(manifest.objects.path)).catch(() => {
      throw new Error(`The file ${manifest.objects.path} of the backup is damaged or missing.`)
    })
    const storage = createFolderStorage(path.join(folder, OBJECTS))
    for (const key of list.keys()) {
      const found = await openObject(storage, key)
      // A missing one is reported with the damaged ones.
      if (found) yield { key, name: `${OBJECTS}/${key}`, bytes: clear(found.bytes) }
    }
    const parts = manifest.tables.flatMap((table) => table.parts)
    for (const { path: name } of [{ path: columnsPath(manifest) }, ...parts, manifest.objects]) {
      yield { key: null, name, bytes: clear(createReadStream(path.join(folder, name))) }
    }
  }
  return { head, members: members(), manifest: () => manifest }
}

const columnsPath = ({ objects }: Manifest) => `${path.posix.dirname(objects.path)}/columns.json`

async function readTar(file: string, passphrase: () => Promise<string>): Promise<Reader> {
  const isEncrypted = await beginsWith(file, AGE)
  const members = readArchive(file, isEncrypted ? await passphrase() : undefined)
  const first = await members.next()
  if (first.done || first.value.name !== HEAD) throw new Error(`The file ${file} is no backup.`)
  const head = readHead((await buffer(first.value.bytes)).toString())
  let manifest: Manifest | undefined
  async function* rest(): AsyncGenerator<Member> {
    for await (const { name, bytes } of members) {
      const [, key = null] = /^files\/[\w-]{2}\/([\w-]{3,100})$/.exec(name) ?? []
      if (name === MANIFEST) manifest = readManifest((await buffer(bytes)).toString())
      else yield { key, name, bytes }
    }
  }
  return {
    head,
    members: rest(),
    manifest() {
      if (manifest) return manifest
      throw new Error(`The archive ${file} is cut off.`)
    },
  }
}

async function beginsWith(file: string, text: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer: bytes, bytesRead } = await handle.read({ buffer: Buffer.alloc(text.length) })
    return bytes.subarray(0, bytesRead).toString('latin1') === text
  } finally {
    await handle.close()
  }
}
