import type { Entry } from 'yauzl'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { OpenArchive } from './archive.ts'
import { canonicalPath } from './entry-name.ts'
import { type PackedIcon, readWrittenIcons } from './icons.ts'
import { stem } from './icon-names.ts'
import { licenseByText, readLicense } from './license.ts'
import { isFolder, listEntries, type PackedFile } from './list-files.ts'
import { entriesOf, isInvalidIcon, type ArchivePlan, warnAbout } from './plan.ts'
import type { Probe } from './probe.ts'
import type { Reading } from './reader.ts'
import { copyPlanned, writeArchive } from './write-archive.ts'

type Planned = {
  plan: ArchivePlan
  /** Its manifest; undefined for a folder of pictures. */
  manifestEntry?: Entry
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
  { plan, manifestEntry, license, warnings: given, output, isRewritten }: Planned,
): Promise<Reading> {
  const licenseText = await readLicense(opened, license)
  const manifest = {
    ...plan.manifest,
    license: licenseByText(plan.manifest.license, licenseText),
  }
  const warnings = given.map((warning) =>
    warning.code === 'field_replaced' && warning.field === 'license'
      ? { ...warning, value: manifest.license }
      : warning,
  )
  if (isRewritten ?? !isOfferedAsUploaded(probe)) {
    await writeArchive(manifest, copyPlanned(opened, plan, license), output)
    const icons = await readWrittenIcons(output)
    return { manifest, icons, isRewritten: true, warnings, licenseText, entries: null }
  }
  const others = otherEntries(probe, opened, [manifestEntry, license?.entry, ...entriesOf(plan)])
  return {
    manifest,
    icons: iconsIn(opened, plan),
    isRewritten: false,
    warnings: [...warnings, ...warnKept(probe, others)],
    licenseText,
    entries: others.length > 0 ? listEntries(others) : null,
  }
}

/** The files of an archive that are not used: those that systems add last. */
function otherEntries({ files }: Probe, opened: OpenArchive, used: (Entry | undefined)[]): Entry[] {
  const inOrder = new Set([...files.map(({ entry }) => entry), ...opened.entries])
  return [...inOrder.difference(new Set(used))].filter((entry) => !isFolder(entry))
}

/** Icons that are empty or too large have a warning of their own. */
const warnKept = ({ upload }: Probe, others: Entry[]): FileIssue[] =>
  warnAbout(
    'files_kept',
    others
      .map((entry) => ({ entry, path: canonicalPath(entry) }))
      .filter((file) => upload.kind !== 'icon' || !isInvalidIcon(file)),
  )

/** Where the icons of a plan are in the upload. */
const iconsIn = ({ dataOffsets }: OpenArchive, { icons }: ArchivePlan): PackedIcon[] =>
  [...icons].map(([path, { entry }]) => ({
    name: stem(path),
    offset: dataOffsets.get(entry) ?? -1,
    packedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    isDeflated: entry.compressionMethod === DEFLATED,
  }))

const DEFLATED = 8
