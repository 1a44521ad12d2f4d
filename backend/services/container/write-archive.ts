import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ZipFile as OpenZip } from 'yauzl'
import { ZipFile } from 'yazl'
import { LICENSE_FILE, MANIFEST_FILE } from '#lib/contract/container.ts'
import type { PackedFile } from './files-of.ts'
import type { Plan } from './plan.ts'
import { readPackedFile } from './read-packed-file.ts'

/** Whatever the clock and the time zone say: the same upload gives the same bytes. */
const OPTIONS = {
  mtime: new Date(2026, 0, 1),
  mode: 0o100644,
  forceDosTimestamp: true,
} as const

/** Writes a standard archive (docs/formats.md) to a file of this machine; one icon is held at a time. */
export async function writeArchive(
  from: OpenZip,
  { manifest, icons }: Plan,
  license: PackedFile | undefined,
  output: string,
): Promise<void> {
  const archive = new ZipFile()
  const failed = new Promise<never>((_, reject) => archive.once('error', reject))
  archive.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST_FILE, OPTIONS)
  if (license) add(archive, LICENSE_FILE, () => readPackedFile(from, license))
  for (const [path, file] of icons) add(archive, path, () => readPackedFile(from, file))
  archive.end()
  await Promise.race([pipeline(archive.outputStream, createWriteStream(output)), failed])
}

/** Read when it is its turn. */
function add(archive: ZipFile, path: string, read: () => Promise<Buffer>) {
  archive.addReadStreamLazy(path, OPTIONS, (take) => {
    read().then(
      (bytes) => take(null, Readable.from([bytes], { objectMode: false })),
      (error: unknown) => archive.emit('error', error),
    )
  })
}
