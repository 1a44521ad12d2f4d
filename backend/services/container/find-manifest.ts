import { z } from 'zod'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import { isReadFailure, type OpenArchive } from './archive.ts'
import { kindOfBroken, kindOfFormat } from './broken-manifest.ts'
import { ArchiveError, displayName } from './error.ts'
import { listFiles, type PackedFile } from './list-files.ts'
import {
  decodeEntry,
  MANIFEST_MAX_BYTES,
  parseManifest,
  readPackedFile,
  warnDuplicates,
} from './read-packed-file.ts'

export type ManifestObject = Record<string, unknown>
/** The `manifest.json` of an archive. */
export type FoundManifest = {
  file: PackedFile
  /** Null if it is no JSON object, or too large to be ours. */
  json: ManifestObject | null
  /** The kind whose format it declares; null for the manifest of anything else. */
  kind: FileKind | null
  /** Why it is no JSON object. */
  error: ArchiveError | null
  /** About its encoding and its keys. */
  warnings: FileIssue[]
}

const objectSchema = z.record(z.string(), z.unknown())

/**
 * Finds the `manifest.json` closest to the root. It is ours if it declares `format` and `format_version`; one that is no JSON object by
 * `kindOfBroken`.
 * @param upload its kind, and whether its ending is one of ours.
 * @throws ArchiveError `data` if its bytes are corrupt; StorageError.
 */
export async function findManifest(
  { archive, entries }: OpenArchive,
  upload: { kind: FileKind; isOurs: boolean },
): Promise<FoundManifest | null> {
  const { manifest: file, outside } = listFiles(entries)
  if (!file) return null
  const other = { file, json: null, kind: null, error: null, warnings: [] }
  if (file.entry.uncompressedSize > MANIFEST_MAX_BYTES) return other
  const entry = displayName(file.path)
  const bytes = await readPackedFile(archive, file).catch((error: unknown) => {
    throw isReadFailure(error) ? error : new ArchiveError('data', { entry })
  })
  // Files elsewhere are not beside a manifest of ours.
  const place = { kind: upload.kind, isOurs: upload.isOurs && outside.length === 0 }
  const { text, warnings, error: undecoded } = await decodeEntry(bytes, entry)
  if (undecoded) {
    const readable = bytes.toString('latin1').replaceAll('\0', '')
    return { ...other, kind: kindOfBroken(readable, place), error: undecoded }
  }
  try {
    const { data } = objectSchema.safeParse(parseManifest(text, entry))
    if (!data) throw notAnObject(entry)
    const kind = kindOf(data)
    const all = kind === null ? [] : [...warnings, ...warnDuplicates(text, entry)]
    return { ...other, json: data, kind, warnings: all }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    return { ...other, kind: kindOfBroken(text, place), error }
  }
}

const kindOf = ({ format, format_version: version }: ManifestObject) =>
  version === undefined ? null : kindOfFormat(format)

const notAnObject = (entry: string) =>
  new ArchiveError('manifest_syntax', { entry, line: 1, column: 1, value: 'object' })
