import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError, EXIT } from './exit.ts'

const CHUNK_BYTES = 256 * 1024

export type LocalFile = { path: string; name: string; size: number }
export type HashedFile = LocalFile & { sha256: string }

const fileError = (code: string, message: string, cause?: unknown) =>
  new CliError(EXIT.failed, code, message, { cause })

/**
 * Opens a regular file for reading.
 * @throws CliError `no_file` if it is missing, another kind of file or not readable.
 */
export async function openFile(path: string, name: string): Promise<FileHandle> {
  let handle: FileHandle
  try {
    handle = await open(path, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const where = dirname(path)
    const why =
      code === 'ENOENT' ? `there is no such file in ${where}` : `it cannot be read (${code})`
    throw fileError('no_file', `${name}: ${why}.`, error)
  }
  const stats = await handle.stat()
  if (stats.isFile()) return handle
  await handle.close()
  const what = stats.isDirectory() ? 'a folder, not a file' : 'no file'
  throw fileError('no_file', `${name}: this is ${what}.`)
}

/** Size of a file in bytes. @throws as `openFile`. */
export async function measureFile(path: string, name: string): Promise<LocalFile> {
  const handle = await openFile(path, name)
  try {
    return { path, name, size: (await handle.stat()).size }
  } finally {
    await handle.close()
  }
}

/** Adds the SHA-256 of a file, in lower-case hexadecimal. @throws as `readChecked` without a hash. */
export async function hashFile(file: LocalFile): Promise<HashedFile> {
  const hash = createHash('sha256')
  for await (const chunk of readExactly(file)) hash.update(chunk)
  return { ...file, sha256: hash.digest('hex') }
}

/**
 * The bytes of a file as it was when it was hashed.
 * @throws CliError `file_changed` after the last byte if they are others.
 */
export async function* readChecked(file: HashedFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of readExactly(file)) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== file.sha256) throw changed(file.name)
}

/** @throws CliError `file_changed` if the file has another size by now. */
async function* readExactly({ path, name, size }: LocalFile): AsyncGenerator<Uint8Array> {
  const handle = await openFile(path, name)
  try {
    if ((await handle.stat()).size !== size) throw changed(name)
    let offset = 0
    while (offset < size) {
      const length = Math.min(CHUNK_BYTES, size - offset)
      const { bytesRead, buffer } = await handle.read({
        buffer: Buffer.alloc(length),
        position: offset,
      })
      if (bytesRead === 0) throw changed(name)
      offset += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

const changed = (name: string) =>
  fileError('file_changed', `${name} was changed while it was read. Nothing was published.`)
