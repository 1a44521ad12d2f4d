import { FILE_FORMATS, type FileFormat } from '#lib/contract/file/file-format.ts'
import type { ArchiveSource } from './archive.ts'
import { ArchiveError } from './error.ts'
import { openProbe, type Probe, type UploadedFile } from './probe.ts'
import { folderReader, otherFiles } from './read-folder.ts'
import { iconifyReader } from './read-iconify.ts'
import { keystripReader } from './read-keystrip.ts'
import { opaqueReader } from './read-opaque.ts'
import { streamDeckReader } from './read-stream-deck.ts'
import type { FormatReader, Reading } from './reader.ts'
import { refuseType } from './refuse-type.ts'

/** The formats of project files. The first one that recognises a file reads it (docs/formats.md). */
const READERS: Readonly<Record<FileFormat, FormatReader>> = {
  keystrip: keystripReader,
  'stream-deck-icons': streamDeckReader,
  'iconify-json': iconifyReader,
  folder: folderReader,
  opaque: opaqueReader,
}

export type ReadFile = Reading & { format: FileFormat }
type Options = {
  /** Path that a standard archive is written to. */
  output: string
  /** The formats that the operator accepts; all by default. */
  formats?: readonly FileFormat[] | undefined
}

/**
 * Reads an uploaded project file by the first reader that recognises it. The ending decides its kind.
 * @throws ArchiveError for a file that no reader accepts, of another kind, or of a format that is not accepted; StorageError.
 */
export async function readProjectFile(
  source: ArchiveSource,
  upload: UploadedFile,
  { output, formats = FILE_FORMATS }: Options,
): Promise<ReadFile> {
  const probe = await openProbe(source, upload)
  await refuseType(probe)
  const { reader, kind } = await findReader(probe)
  const { format, maxBytes = Infinity } = reader
  if (!formats.includes(format)) throw new ArchiveError('format_disabled', { value: format })
  if (kind !== upload.kind) throw new ArchiveError('other_kind', { kind })
  if (upload.size > maxBytes) throw new ArchiveError('too_large', { limit: maxBytes })
  return { ...(await reader.read(probe, output)), format }
}

async function findReader(probe: Probe) {
  for (const format of FILE_FORMATS) {
    const reader = READERS[format]
    const kind = await reader.recognise(probe)
    if (kind) return { reader, kind }
  }
  if (!probe.opened) throw new ArchiveError('no_format')
  throw otherFiles(probe) ?? new ArchiveError('no_icons')
}
