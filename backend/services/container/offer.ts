import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { OpenArchive } from './archive.ts'
import { type PackedIcon, readWrittenIcons } from './icons.ts'
import { stem } from './icon-names.ts'
import { readLicense } from './license.ts'
import type { PackedFile } from './list-files.ts'
import type { Plan } from './plan.ts'
import type { Probe } from './probe.ts'
import type { Reading } from './reader.ts'
import { copyPlanned, writeArchive } from './write-archive.ts'

type Planned = {
  plan: Plan
  license: PackedFile | undefined
  warnings: FileIssue[]
  /** Whether a standard archive is offered in place of the upload; by default where the application cannot read the upload. */
  isRewritten?: boolean
  /** Path that a standard archive is written to. */
  output: string
}

/** Whether the application can read the upload by its ending: it is installed and downloaded unchanged. */
export const isOfferedAsUploaded = ({ upload: { kind, ending } }: Probe): boolean =>
  ending === KIND_TABLE[kind].fileEnding

/**
 * What is offered of an archive: the upload itself where the application can read it, else a standard archive.
 * @throws StorageError, DomainError `disk_full`.
 */
export async function offer(
  probe: Probe,
  opened: OpenArchive,
  { plan, license, warnings, output, isRewritten = !isOfferedAsUploaded(probe) }: Planned,
): Promise<Reading> {
  if (isRewritten) await writeArchive(plan.manifest, copyPlanned(opened, plan, license), output)
  return {
    manifest: plan.manifest,
    icons: isRewritten ? await readWrittenIcons(output) : iconsIn(opened, plan),
    isRewritten,
    warnings,
    licenseText: await readLicense(opened, license),
    entries: null,
  }
}

/** Where the icons of a plan are in the upload. */
const iconsIn = ({ dataOffsets }: OpenArchive, { icons }: Plan): PackedIcon[] =>
  [...icons].map(([path, { entry }]) => ({
    name: stem(path),
    offset: dataOffsets.get(entry) ?? -1,
    packedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    isDeflated: entry.compressionMethod === DEFLATED,
  }))

const DEFLATED = 8
