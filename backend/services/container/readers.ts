import { FILE_FORMATS, type FileFormat } from '#lib/contract/file/file-format.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { ArchiveSource } from './archive.ts'
import { ArchiveError } from './error.ts'
import { findPackInside, readPackInside, refusalOfPacks } from './pack-inside.ts'
import { openProbe, type Probe, type ProbedFile } from './probe.ts'
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

export type ReadFile = Reading & {
  format: FileFormat
  /** Name without ending of the pack in an archive that was read in place of the archive. */
  title?: string
}
type Options = {
  /** Path that a standard archive is written to. */
  output: string
  /** The formats that the operator accepts; all by default. */
  formats?: readonly FileFormat[] | undefined
  /** Whether the file was in another archive: then none in it is read. */
  isInside?: boolean
}

/**
 * Reads an uploaded project file by the first reader that recognises it. The ending decides its kind. An archive around one project file
 * is read as that file.
 * @throws ArchiveError for a file that no reader accepts, of another kind, or of a format that is not accepted; StorageError.
 */
export async function readProjectFile(
  source: ArchiveSource,
  upload: ProbedFile,
  options: Options,
): Promise<ReadFile> {
  const { output, formats = FILE_FORMATS, isInside = false } = options
  const probe = await openProbe(source, upload)
  await refuseType(probe)
  const { reader, kind } = (await findReader(probe)) ?? {}
  if (probe.opened && (!reader || reader === opaqueReader)) {
    const pack = findPackInside(probe)
    if (pack && !isInside) {
      const read = (inside: ArchiveSource, file: ProbedFile) =>
        readProjectFile(
          inside,
          { ...file, encoding: upload.encoding },
          { ...options, isInside: true },
        )
      return readPackInside(probe, probe.opened, { pack, output, read })
    }
    const refused = refusalOfPacks(probe.files)
    if (refused && (pack || !reader)) throw refused
  }
  if (!reader || !kind) {
    throw probe.opened
      ? (otherFiles(probe) ?? new ArchiveError('no_icons'))
      : new ArchiveError('no_format')
  }
  const { format, maxBytes = Infinity } = reader
  if (!formats.includes(format)) throw new ArchiveError('format_disabled', { value: format })
  if (kind !== upload.kind) throw new ArchiveError('other_kind', { kind })
  if (upload.size > maxBytes) throw new ArchiveError('too_large', { limit: maxBytes })
  const reading = await reader.read(probe, output)
  return { ...reading, format, warnings: [...warnNames(probe), ...reading.warnings] }
}

/** A warning if it is not certain in which encoding the names of an archive are. */
function warnNames({ opened }: Probe): FileIssue[] {
  const [used, other] = opened?.readings ?? []
  if (!opened || !used || !other) return []
  return [
    {
      code: 'names_uncertain',
      value: used.encoding,
      entry: used.name,
      name: other.encoding,
      field: other.name,
      readings: opened.readings,
    },
  ]
}

async function findReader(probe: Probe) {
  for (const format of FILE_FORMATS) {
    const reader = READERS[format]
    const kind = await reader.recognise(probe)
    if (kind) return { reader, kind }
  }
  return undefined
}
