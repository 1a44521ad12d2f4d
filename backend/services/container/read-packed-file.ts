import { buffer } from 'node:stream/consumers'
import type { ZipFile } from 'yauzl'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { decodeText } from '#backend/text/decode.ts'
import { findDuplicateKey } from '#backend/text/duplicate-keys.ts'
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

/**
 * The text of an entry, whose size must have been checked; a warning if it is in an encoding from before Unicode.
 * @throws ArchiveError `encoding`; StorageError.
 */
export async function readText(
  archive: ZipFile,
  file: PackedFile,
): Promise<{ text: string; warnings: FileIssue[] }> {
  const { text, encoding: value, isLegacy } = await decodeText(await readPackedFile(archive, file))
  const entry = displayName(file.path)
  if (text === null) throw new ArchiveError('encoding', { entry, value })
  return { text, warnings: isLegacy ? [{ code: 'text_decoded', entry, value }] : [] }
}

/** A warning if an object of a manifest has a key more than once. */
export function warnDuplicates(text: string, entry: string): FileIssue[] {
  const found = findDuplicateKey(text)
  if (!found) return []
  const { key, line, count } = found
  return [{ code: 'duplicate_keys', entry, field: displayName(key), line, count }]
}

/** @throws ArchiveError `manifest_syntax` with line and column. */
export function parseManifest(text: string, entry: string): unknown {
  try {
    return parseBoundedJson(text, { arrayMax: 2 * PACK_ICONS_MAX })
  } catch (error) {
    throw new ArchiveError('manifest_syntax', { entry, ...locateError(error, text) })
  }
}

function locateError(error: unknown, text: string): { line: number; column: number } {
  const lines = text.slice(0, positionOf(error, text)).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** V8 names the position of a syntax error, except at the end of the text and for some tokens. A list that is too long has none. */
function positionOf(error: unknown, text: string): number {
  const message = error instanceof Error ? error.message : ''
  const named = /at position (\d+)/.exec(message)?.[1]
  if (named !== undefined) return Number(named)
  return error instanceof SyntaxError ? firstInvalid(text) : 0
}

/** Length of the longest prefix of a text that can begin valid JSON, by binary search. */
function firstInvalid(text: string): number {
  let [valid, invalid] = [0, text.length + 1]
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    if (isPrefix(text.slice(0, middle))) valid = middle
    else invalid = middle
  }
  return valid
}

function isPrefix(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return (
      /Unexpected end|Unterminated/.test(message) || message.includes(`at position ${text.length} `)
    )
  }
}
