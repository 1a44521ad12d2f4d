import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import type { ArchiveSource, OpenArchive } from './archive.ts'
import { checkDirectory } from './check-archive.ts'
import { listAllFiles, type PackedFile } from './list-files.ts'
import { findManifest, type FoundManifest } from './find-manifest.ts'

/** First and last bytes that formats are recognised by. */
const HEAD_BYTES = 40_000
const TAIL_BYTES = 1_024
/** 4.3.16 of APPNOTE.TXT: signature and size of the end of central directory record, and the longest comment behind it. */
const END = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const END_BYTES = 22
/** 4.3.7: signature of the local header of the first entry; an archive without entries is its end record. */
const STARTS = [Buffer.from([0x50, 0x4b, 0x03, 0x04]), END]
const COMMENT_MAX = 65_535

/** An uploaded file: its kind and ending (lower case) by its name, the name without it, and the encoding of names in it, if it was chosen. */
export type ProbedFile = StoredObject & {
  kind: FileKind
  ending: string
  title: string
  encoding?: NameEncoding | undefined
}

/** What the formats of a file are recognised by. */
export type Probe = {
  upload: ProbedFile
  source: ArchiveSource
  head: Buffer
  tail: Buffer
  /** The archive with its validated directory; null for a file that is none. */
  opened: OpenArchive | null
  /** Its files without those that systems add; empty for a file that is no archive. */
  files: PackedFile[]
  /** Its `manifest.json`; null without one. */
  manifest: FoundManifest | null
}

/**
 * Reads what formats are recognised by.
 * @throws ArchiveError for an archive that is broken, encrypted, or has links, paths outside of it or too much in it; StorageError.
 */
export async function openProbe(source: ArchiveSource, upload: ProbedFile): Promise<Probe> {
  const { key, size, kind, ending, encoding } = upload
  const read = (start: number, end: number) =>
    end > start ? source.readBytes(key, { start, end: end - 1 }) : Buffer.alloc(0)
  const head = await read(0, Math.min(size, HEAD_BYTES))
  const end = await read(Math.max(0, size - END_BYTES - COMMENT_MAX), size)
  const opened = isArchive(head, end) ? await checkDirectory(source, upload, encoding) : null
  return {
    upload,
    source,
    head,
    tail: end.subarray(-TAIL_BYTES),
    opened,
    files: listAllFiles(opened?.entries ?? []),
    manifest:
      opened &&
      (await findManifest(opened, { kind, isOurs: ending === KIND_TABLE[kind].fileEnding })),
  }
}

/** By its beginning, or by an end record without a comment: readers of archives look for that. */
const isArchive = (head: Buffer, end: Buffer) =>
  STARTS.some((start) => head.subarray(0, start.length).equals(start)) ||
  end.subarray(-END_BYTES, -END_BYTES + END.length).equals(END)
