import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { extract, type Header, pack } from 'tar-stream'

/** A member of an archive: a file, unless `type` says otherwise. */
export type ArchiveMember = {
  name: string
  bytes: Buffer
  type?: Header['type']
  linkname?: string
}

/** All members of an archive, in memory. */
export async function readMembers(file: string): Promise<ArchiveMember[]> {
  const members: ArchiveMember[] = []
  for await (const entry of createReadStream(file).pipe(extract())) {
    members.push({ name: entry.header.name, bytes: await buffer(entry) })
  }
  return members
}

/** Writes an archive with any members in any order. */
export async function writeMembers(file: string, members: ArchiveMember[]): Promise<void> {
  const tar = pack()
  for (const { bytes, ...header } of members) {
    const isFile = header.type === undefined || header.type === 'file'
    tar.entry({ ...header, size: isFile ? bytes.length : 0 }, isFile ? bytes : '')
  }
  tar.finalize()
  await writeFile(file, await buffer(tar))
}
