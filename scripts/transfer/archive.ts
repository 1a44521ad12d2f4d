import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { syncFolder, UNFINISHED } from '#backend/storage/whole-file.ts'
import { type Head, writeManifest } from './manifest.ts'
import { freeBytes, requireRoom } from './room.ts'
import { decrypting, encrypting } from './secret.ts'
import { HEAD, MANIFEST, TABLES } from './depot.ts'
import { stateName } from './states.ts'
import { nameOfObject, type Writer } from './writer.ts'

/** Beside its bytes an entry of a tar archive has a block of 512 bytes, and fills its last one. */
const ENTRY_BYTES = 512

/**
 * A backup as one tar archive, which takes the place of `target` when it is complete. Encrypted with a passphrase it is an age file that
 * holds the tar archive.
 */
export async function archiveWriter(
  target: string,
  head: Head,
  passphrase: string | undefined,
): Promise<Writer> {
  if ((await stat(target).catch(() => null))?.isDirectory()) {
    throw new Error(`${target} is a folder, and the archive is a file: choose another name.`)
  }
  const encrypt = passphrase === undefined ? undefined : await encrypting({ passphrase })
  // One name: what a killed backup has left is replaced by the next one.
  const temporary = `${path.resolve(target)}${UNFINISHED}`
  await mkdir(path.dirname(temporary), { recursive: true, mode: 0o700 })
  await rm(temporary, { force: true })
  const file = await open(temporary, 'wx', 0o600)
  const tar = pack()
  // `flush`: synced before it is closed.
  const sink = file.createWriteStream({ flush: true })
  const written = pipeline(
    encrypt ? Readable.from(encrypt(bytesOf(tar)), { objectMode: false }) : tar,
    sink,
  )
  // A full disk ends the entry that is being written, which reports it.
  written.catch(() => tar.destroy())
  const { ino } = await file.stat()
  const isOurs = async () => (await stat(temporary).catch(() => null))?.ino === ino
  async function add(name: string, size: number, bytes: AsyncIterable<Uint8Array>) {
    if (sink.errored) throw sink.errored
    const entry = tar.entry({ name, size, mode: 0o600 })
    await pipeline(Readable.from(bytes, { objectMode: false }), entry).catch((error: unknown) => {
      throw sink.errored ?? error
    })
  }
  const whole = (name: string, bytes: Uint8Array) =>
    add(name, bytes.byteLength, Readable.from([Buffer.from(bytes)]))
  await whole(HEAD, Buffer.from(JSON.stringify(head)))
  return {
    known: new Map(),
    atOnce: 1,
    folderOf: (at) => `${TABLES}/${stateName(1, at)}`,
    async checkRoom(objects) {
      let needed = 0
      for await (const [, size] of objects()) needed += size + ENTRY_BYTES
      const folder = path.dirname(temporary)
      requireRoom('The backup', {
        needed,
        free: await freeBytes(folder),
        place: `the disk of ${folder}`,
      })
    },
    object: (key, size, bytes) => add(nameOfObject(key), size, bytes),
    part: whole,
    async finish(manifest) {
      await whole(MANIFEST, Buffer.from(writeManifest(manifest)))
      tar.finalize()
      await written
      if (!(await isOurs())) throw new Error(`Another backup is written to ${target}.`)
      await rename(temporary, path.resolve(target))
      await syncFolder(path.dirname(temporary))
    },
    prune: async () => undefined,
    async close() {
      tar.destroy()
      await written.catch(() => undefined)
      if (await isOurs()) await rm(temporary)
    },
  }
}

/** The chunks of a stream of bytes. */
async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk
}

/** Not a failure of reading. */
class RefusedError extends Error {}

/** The members of an archive in their order; each must be read before the next. */
export async function* readArchive(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<{ name: string; bytes: AsyncIterable<Uint8Array> }> {
  const source = createReadStream(file)
  const decrypt = passphrase === undefined ? undefined : await decrypting({ passphrase })
  const tar = extract()
  let failure: unknown
  const read = pipeline(
    decrypt ? Readable.from(decrypt(source), { objectMode: false }) : source,
    tar,
  ).catch((error: unknown) => {
    failure = error
  })
  /** The pipeline's failure is the cause of what reading throws. */
  function explain(error: unknown): unknown {
    if (error instanceof RefusedError) return error
    const cause = failure ?? error
    const isTar =
      cause instanceof Error &&
      /\btar\b|header|premature|unexpected end|closed/i.test(cause.message)
    return isTar ? new Error(`The archive ${file} is damaged or cut off.`, { cause }) : cause
  }
  async function* explained(entry: AsyncIterable<unknown>) {
    try {
      yield* bytesOf(entry)
    } catch (error) {
      await read
      throw explain(error)
    }
  }
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header
      if (type !== 'file')
        throw new RefusedError(`The archive ${file} has parts that are no files.`)
      yield { name, bytes: explained(entry) }
      entry.resume()
    }
    await read
    if (failure !== undefined) throw failure
  } catch (error) {
    throw explain(error)
  } finally {
    source.destroy()
    await finished(source).catch(() => undefined)
  }
}
