import { buffer } from 'node:stream/consumers'
import type { ZipFile } from 'yauzl'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { PACK_ICONS_MAX } from '#lib/contract/container.ts'
import { ArchiveFault, shownName } from './fault.ts'
import type { PackedFile } from './files-of.ts'

/** A larger manifest is none; in bytes. A pack of 10 000 icons with long names has about 2 MB. */
const MANIFEST_MAX_BYTES = 4 * 1024 * 1024

/** The bytes of an entry that was looked at before, whole. */
export const readPackedFile = async (archive: ZipFile, { entry }: PackedFile): Promise<Buffer> =>
  buffer(await archive.openReadStreamPromise(entry))

/**
 * The JSON of a manifest.
 * @throws ArchiveFault with the line and column where it is no JSON.
 */
export async function readManifestJson(archive: ZipFile, file: PackedFile): Promise<unknown> {
  const entry = shownName(file.path)
  if (file.entry.uncompressedSize > MANIFEST_MAX_BYTES) {
    const count = file.entry.uncompressedSize
    throw new ArchiveFault('manifest_too_large', { entry, count, limit: MANIFEST_MAX_BYTES })
  }
  const text = (await readPackedFile(archive, file)).toString('utf8').replace(/^\ufeff/, '')
  try {
    return parseBoundedJson(text, { listMax: 2 * PACK_ICONS_MAX })
  } catch (error) {
    throw new ArchiveFault('manifest_syntax', { entry, ...placeOf(error, text) })
  }
}

/** V8 names the character at which it stopped, unless that is the end or a token that it quotes. */
function placeOf(error: unknown, text: string): { line: number; column: number } {
  const said = error instanceof Error ? error.message : ''
  const named = /at position (\d+)/.exec(said)?.[1]
  const at = named === undefined ? firstFault(text) : Number(named)
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Where JSON stops being the beginning of valid JSON, by halves; its length where that is nowhere. */
function firstFault(text: string): number {
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isBeginning(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return good
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    return /Unexpected end|Unterminated/.test(said) || said.includes(`at position ${text.length} `)
  }
}
