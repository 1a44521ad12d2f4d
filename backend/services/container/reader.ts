import type { FileFormat, ListedEntries } from '#lib/contract/file/file-format.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import type { PackedIcon } from './icons.ts'
import type { Manifest } from './manifest.ts'
import type { Probe } from './probe.ts'

/** A format of project files: how it is recognised, and what is read from it. Each has a row in `readers.ts`. */
export type FormatReader = {
  format: FileFormat
  /**
   * The kind of project that a file of this format is; null for a file of another format. Decided by its first bytes, its
   * directory and its manifest alone, before its contents are checked.
   */
  recognise: (probe: Probe) => FileKind | null | Promise<FileKind | null>
  /**
   * Checks and reads a recognised file.
   * @param output path that a standard archive is written to, where the application cannot read the upload.
   * @throws ArchiveError for a file that is broken; StorageError, DomainError `disk_full`.
   */
  read: (probe: Probe, output: string) => Promise<Reading>
  /** Largest file of this format, in bytes; undefined where only the limit of uploads holds. */
  maxBytes?: number
}

/** What was read from a project file. */
export type Reading = {
  /** Title, version, icons and pages; null for contents that are not shown. */
  manifest: Manifest | null
  /** Where the icons are: in the upload, or in the standard archive that was written. */
  icons: PackedIcon[]
  /** Whether a standard archive was written, which is installed in place of the upload. */
  isRewritten: boolean
  warnings: FileIssue[]
  /** The text of its licence file. */
  licenseText: string | null
  /** A picture that is proposed as cover, as it is in the upload. */
  cover?: Buffer | null
  /** Entries that are offered and not shown: all of an archive that is not read, else those beside its manifest, licence and icons. */
  entries: ListedEntries | null
}
