import { z } from 'zod'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { FILE_KINDS, type FileKind } from '#lib/contract/kind-schema.ts'
import { isReadFailure, type OpenArchive } from './archive.ts'
import { ArchiveError, displayName } from './error.ts'
import { listFiles, type PackedFile } from './list-files.ts'
import { MANIFEST_MAX_BYTES, parseManifest, readText, warnDuplicates } from './read-packed-file.ts'

export type ManifestObject = Record<string, unknown>
/** The `manifest.json` of an archive. */
export type FoundManifest = {
  file: PackedFile
  /** Null if it is no JSON object, or too large to be ours. */
  json: ManifestObject | null
  /** The kind whose format it declares; null for the manifest of anything else. */
  kind: FileKind | null
  /** Why it is no JSON although it declares one of our formats. */
  error: ArchiveError | null
  /** About its encoding and its keys. */
  warnings: FileIssue[]
}

const objectSchema = z.record(z.string(), z.unknown())
const FORMATS = FILE_KINDS.map((kind) => KIND_TABLE[kind].format)
/** A declaration of one of our formats in text that is not JSON. */
const DECLARED = new RegExp(`"format"\\s*:\\s*"(${FORMATS.join('|')})"`)
const VERSION_DECLARED = /"format_version"\s*:/

/**
 * Finds the `manifest.json` closest to the root. It is ours if it declares `format` and `format_version`.
 * @throws ArchiveError `data` if its bytes are corrupt; StorageError.
 */
export async function findManifest({
  archive,
  entries,
}: OpenArchive): Promise<FoundManifest | null> {
  const { manifest: file } = listFiles(entries)
  if (!file) return null
  const other = { file, json: null, kind: null, error: null, warnings: [] }
  if (file.entry.uncompressedSize > MANIFEST_MAX_BYTES) return other
  const entry = displayName(file.path)
  const read = await readText(archive, file).catch((error: unknown) => {
    // Not ours: the manifest of another program may be in any encoding.
    if (error instanceof ArchiveError) return null
    throw isReadFailure(error) ? error : new ArchiveError('data', { entry })
  })
  if (!read) return other
  const { text, warnings } = read
  try {
    const parsed = objectSchema.safeParse(parseManifest(text, entry))
    if (!parsed.success) return other
    const kind = kindOf(parsed.data)
    const all = kind === null ? [] : [...warnings, ...warnDuplicates(text, entry)]
    return { ...other, json: parsed.data, kind, warnings: all }
  } catch (error) {
    const format = VERSION_DECLARED.test(text) ? DECLARED.exec(text)?.[1] : undefined
    if (!(error instanceof ArchiveError) || format === undefined) return other
    return { ...other, kind: kindOfFormat(format), error }
  }
}

const kindOf = ({ format, format_version: version }: ManifestObject) =>
  version === undefined ? null : kindOfFormat(format)

const kindOfFormat = (format: unknown): FileKind | null =>
  FILE_KINDS.find((kind) => KIND_TABLE[kind].format === format) ?? null
