import { buffer } from 'node:stream/consumers'
import type { ZipFile } from 'yauzl'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { decodeText } from '#backend/text/decode.ts'
import { findDuplicateKey } from '#backend/text/duplicate-keys.ts'
import { findJsonError } from '#backend/text/json-error.ts'
import { PACK_ICONS_MAX } from '#lib/contract/file/container.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { ArchiveError, displayName } from './error.ts'
import type { PackedFile } from './list-files.ts'

/** Size limit of a manifest, in bytes. That of a pack of 10 000 icons with long names has about 2 MB. */
export const MANIFEST_MAX_BYTES = 4 * 1024 * 1024

/** Inflates an entry into memory; its size must have been checked. */
export const readPackedFile = async (archive: ZipFile, { entry }: PackedFile): Promise<Buffer> =>
  buffer(await archive.openReadStreamPromise(entry))

/**
 * Reads and parses a manifest.
 * @throws ArchiveError `manifest_too_large`, `encoding`, `manifest_syntax` with line and column; StorageError.
 */
export async function readManifestJson(archive: ZipFile, file: PackedFile): Promise<unknown> {
  return parseManifest((await readManifestText(archive, file)).text, displayName(file.path))
}

/** As `readText`. @throws ArchiveError `manifest_too_large`, `encoding`; StorageError. */
export async function readManifestText(archive: ZipFile, file: PackedFile) {
  if (file.entry.uncompressedSize > MANIFEST_MAX_BYTES) {
    const count = file.entry.uncompressedSize
    const entry = displayName(file.path)
    throw new ArchiveError('manifest_too_large', { entry, count, limit: MANIFEST_MAX_BYTES })
  }
  return readText(archive, file)
}

/** As `decodeEntry` of an entry, whose size must have been checked. @throws ArchiveError `encoding`; StorageError. */
export async function readText(archive: ZipFile, file: PackedFile) {
  const { error, ...read } = await decodeEntry(
    await readPackedFile(archive, file),
    displayName(file.path),
  )
  if (error) throw error
  return read
}

/** The text of an entry; a warning if it is in an encoding from before Unicode, the error `encoding` if it is in none. */
export async function decodeEntry(bytes: Buffer, entry: string) {
  const { text, encoding: value, isLegacy } = await decodeText(bytes)
  const error = text === null ? new ArchiveError('encoding', { entry, value }) : undefined
  const warnings: FileIssue[] = isLegacy ? [{ code: 'text_decoded', entry, value }] : []
  return { text: text ?? '', warnings, error }
}

/** A warning if an object of a manifest has a key more than once. */
export function warnDuplicates(text: string, entry: string): FileIssue[] {
  const found = findDuplicateKey(text)
  if (!found) return []
  const { key, line, count } = found
  return [{ code: 'duplicate_keys', entry, field: displayName(key), line, count }]
}

/** @throws ArchiveError `manifest_syntax` with line, column and what is expected there. */
export function parseManifest(text: string, entry: string): unknown {
  try {
    return parseBoundedJson(text, { arrayMax: 2 * PACK_ICONS_MAX })
  } catch (error) {
    throw new ArchiveError('manifest_syntax', { entry, ...findJsonError(text, error) })
  }
}
