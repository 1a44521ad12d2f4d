import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import { detectLegacy, type Era, eraOf, SAMPLE_MAX } from '#backend/text/legacy.ts'

/** APPNOTE.TXT, section 4.4.4: bit 11 marks the name as UTF-8. */
const UTF8_FLAG = 0x800
/** Info-ZIP Unicode Path Extra Field (APPNOTE.TXT, section 4.6.9). */
const UNICODE_PATH = 0x7075
const UNICODE_PATH_VERSION = 1
/** Section 4.4.2.2: systems that archives say they were made by. Names from before Unicode are in the encoding of the system. */
const DOS = new Set([0, 6, 10, 11, 14])
const MAC = new Set([7, 19])
/** How probable encodings of an era are in archives by a system of another. */
const WEIGHTS: Readonly<Record<Era, Readonly<Record<Era, number>>>> = {
  dos: { dos: 1, other: 0.9, mac: 0.5 },
  mac: { dos: 0.5, other: 0.8, mac: 1 },
  other: { dos: 0.9, other: 1, mac: 0.8 },
}
const EAST_ASIA = /^(?:cp9(?:32|49)|big5|gb|euc)/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes the names of all entries of an archive, in place. In this order: those that are marked as UTF-8, by the flag or by an extra
 * field whose checksum fits; valid UTF-8, since macOS marks none; else the one encoding that makes the most sense of all the others. Where
 * that is one of East Asia, whose pairs of bytes may be valid UTF-8, it holds for all names without a mark.
 */
export async function decodeNames(entries: readonly Entry[]): Promise<void> {
  const unmarked = entries.filter((entry) => !isMarked(entry))
  const others = unmarked.filter(({ fileNameRaw }) => toUtf8(fileNameRaw) === undefined)
  const legacy =
    others.length === 0 ? undefined : await detectLegacy(sampleOf(others), weightsOf(others))
  const isForAll = legacy !== undefined && EAST_ASIA.test(legacy.encoding)
  for (const entry of unmarked) {
    const { fileNameRaw, fileName } = entry
    const name = isForAll ? legacy.decode(fileNameRaw) : toUtf8(fileNameRaw)
    entry.fileName = (name ?? legacy?.decode(fileNameRaw) ?? fileName).replaceAll('\\', '/')
  }
}

/** The path of an entry after `decodeNames`, with `/` as separator. */
export const entryPath = ({ fileName }: Entry): string => fileName

/** The path by which a file is found: in NFC and without a leading `./`. Equal for names that are one file in most systems. */
export const canonicalPath = (entry: Entry) =>
  entryPath(entry)
    .normalize('NFC')
    .replace(/^(?:\.\/)+/, '')

function isMarked({ generalPurposeBitFlag, extraFields, fileNameRaw }: Entry): boolean {
  const isUnicodePath = extraFields.some(
    ({ id, data }) =>
      id === UNICODE_PATH &&
      data.length >= 6 &&
      data[0] === UNICODE_PATH_VERSION &&
      data.readUInt32LE(1) === crc32(fileNameRaw),
  )
  // Some tools set the flag for names that they do not encode.
  const isFlagged = (generalPurposeBitFlag & UTF8_FLAG) !== 0 && toUtf8(fileNameRaw) !== undefined
  return isUnicodePath || isFlagged
}

function toUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Names with other bytes than ASCII, without folders that are repeated, and endings; as many as the detector reads. */
function sampleOf(entries: readonly Entry[]): Buffer {
  const parts = new Set<string>()
  let size = 0
  for (const { fileNameRaw } of entries) {
    if (size > SAMPLE_MAX) break
    for (const part of fileNameRaw.toString('latin1').split('/')) {
      const stem = part.replace(/\.\w{1,10}$/, '')
      if (!/[\x80-\xff]/.test(stem) || parts.has(stem)) continue
      parts.add(stem)
      size += stem.length
    }
  }
  return Buffer.from([...parts].join('\n'), 'latin1')
}

function weightsOf(entries: readonly Entry[]): (encoding: string) => number {
  const host = (entries[0]?.versionMadeBy ?? 0) >>> 8
  const weights = WEIGHTS[DOS.has(host) ? 'dos' : MAC.has(host) ? 'mac' : 'other']
  return (encoding) => weights[eraOf(encoding)]
}
