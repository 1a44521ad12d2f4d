import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export type DemoEntry = { path: string; content: string | Buffer }

/**
 * Packs entries, in order, into a zip archive. Deterministic: every entry has the same local DOS time,
 * independent of clock and time zone.
 */
export async function zip(entries: DemoEntry[]): Promise<Buffer> {
  const archive = new ZipFile()
  const mtime = new Date(2026, 0, 1)
  for (const { path, content } of entries)
    archive.addBuffer(typeof content === 'string' ? Buffer.from(content) : content, path, {
      mtime,
      mode: 0o100644,
      forceDosTimestamp: true,
    })
  archive.end()
  return buffer(archive.outputStream)
}
