import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import {
  decodeIn,
  type Era,
  eraOf,
  nameOfEncoding,
  readingsOf,
  SAMPLE_MAX,
} from '#backend/text/legacy.ts'
import {
  NAME_READINGS_MAX,
  type NameEncoding,
  type NameReading,
} from '#lib/contract/file/name-encoding.ts'
import { displayName } from './error.ts'

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

/** A reading is offered beside the best one if it is at least this probable, relative to it. */
const UNCERTAIN = 0.5

/** Names that show a reading, and bytes of the sample that are decoded for them. */
const EXAMPLES = 3
const EXAMPLE_BYTES = 300

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes the names of all entries of an archive, in place. In this order: those that are marked as UTF-8, by the flag or by an extra
 * field whose checksum fits; valid UTF-8, since macOS marks none; else the one encoding that makes the most sense of all the others. Where
 * that is one of East Asia, whose pairs of bytes may be valid UTF-8, it holds for all names without a mark.
 * @param chosen the encoding of the others; by default it is detected.
 * @returns the ways to read them, the one that is used first; none where it is certain.
 */
export async function decodeNames(
  entries: readonly Entry[],
  chosen?: NameEncoding,
): Promise<NameReading[]> {
  const unmarked = entries.filter((entry) => !isMarked(entry))
  const others = unmarked.filter(({ fileNameRaw }) => toUtf8(fileNameRaw) === undefined)
  const sample = sampleOf(others)
  const detected = others.length === 0 ? [] : await readingsOf(sample, weightsOf(others))
  const encoding = chosen ?? detected[0]?.encoding
  const isForAll = encoding !== undefined && EAST_ASIA.test(encoding)
  for (const entry of unmarked) {
    const { fileNameRaw, fileName } = entry
    const known = isForAll ? undefined : toUtf8(fileNameRaw)
    const name = known ?? (encoding === undefined ? fileName : decodeIn(fileNameRaw, encoding))
    entry.fileName = name.replaceAll('\\', '/')
  }
  return others.length === 0 ? [] : offered(sample, chosen, detected)
}

/** The readings of a sample to choose from, each with its first lines; none if there is one. */
function offered(
  sample: Buffer,
  chosen: NameEncoding | undefined,
  detected: Awaited<ReturnType<typeof readingsOf>>,
): NameReading[] {
  const least = (detected[0]?.certainty ?? 0) * UNCERTAIN
  const probable = detected.filter(({ certainty }) => certainty >= least)
  const encodings = [chosen, ...probable.map((one) => nameOfEncoding(one.encoding))]
  const start = sample.subarray(0, EXAMPLE_BYTES)
  const readings = new Map<string, NameReading>()
  for (const encoding of encodings) {
    if (encoding === undefined) continue
    const names = decodeIn(start, encoding).split('\n')
    const name = displayName(names.slice(0, EXAMPLES).join(', '))
    if (!readings.has(name)) readings.set(name, { encoding, name })
  }
  return readings.size < 2 ? [] : [...readings.values()].slice(0, NAME_READINGS_MAX)
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
