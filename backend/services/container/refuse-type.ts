import { fileTypeFromBuffer } from 'file-type'
import { ArchiveError } from './error.ts'
import { canonicalPath } from './entry-name.ts'
import type { Probe } from './probe.ts'
import { refuseText } from './refuse-text.ts'

/** What a file that is kept unread may be of the types that are recognised: archives and data whose contents nothing executes. */
const ACCEPTED = new Set(
  'zip gz tar.gz bz2 xz lz lz4 zst Z sqlite xml avro parquet arrow'.split(' '),
)

/** Beginnings of what systems execute or mount that the library does not recognise. */
const BEGINNINGS: readonly [name: string, bytes: string, offset: number][] = [
  ['DOS', 'MZ', 0],
  ['ELF', '\x7fELF', 0],
  ['Mach-O', '\xca\xfe\xba\xbe', 0],
  ['Mach-O', '\xca\xfe\xba\xbf', 0],
  ['Mach-O', '\xfe\xed\xfa\xce', 0],
  ['Mach-O', '\xfe\xed\xfa\xcf', 0],
  ['Mach-O', '\xce\xfa\xed\xfe', 0],
  ['Mach-O', '\xcf\xfa\xed\xfe', 0],
  ['LLVM', 'BC\xc0\xde', 0],
  ['DEX', 'dex\n', 0],
  ['MP3', 'ID3', 0],
  ['HLP', '\x3f\x5f\x03\x00', 0],
  ['PKG', 'xar!', 0],
  ['VHDX', 'vhdxfile', 0],
  ['VHD', 'conectix', 0],
  ['VMDK', 'KDMV', 0],
  ['QCOW', 'QFI\xfb', 0],
  ['VDI', '<<< ', 0],
  ['SquashFS', 'hsqs', 0],
  ['SquashFS', 'sqsh', 0],
  ['DMG', 'encrcdsa', 0],
  ['disk image', '\x55\xaa', 510],
  ['disk image', '\x53\xef', 1080],
  ['ISO', 'CD001', 32_769],
]
/** The same, at 512 bytes before the end. */
const ENDINGS: readonly [name: string, bytes: string][] = [
  ['DMG', 'koly'],
  ['VHD', 'conectix'],
]
const TRAILER_BYTES = 512
/** Readers of PDF look for its mark in the first bytes (ISO 32000-1, annex H, note 13). */
const PDF = '%PDF-'
const PDF_WITHIN = 1_024
/** A link that macOS saves: a binary property list with a key `URL`. Others of that size say more. */
const LINK = { mark: 'bplist00', key: 'SURL', maxBytes: 4_096 }

/** Entries by which documents, installers and programs are archives: their first path that matches names the type. */
const MARKERS: readonly [name: string, path: RegExp][] = [
  ['macro', /(?:^|\/)vbaProject\.bin$/i],
  ['APK', /^AndroidManifest\.xml$/],
  ['APPX', /^AppxManifest\.xml$/i],
  ['IPA', /^Payload\/[^/]+\.app\//],
  ['Office', /^\[Content_Types\]\.xml$/i],
  ['JAR', /^META-INF\/MANIFEST\.MF$/i],
  ['XPI', /^(?:install\.rdf|META-INF\/mozilla\.rsa)$/i],
]

/**
 * Refuses a file that systems or browsers execute, mount or render, media, fonts, documents, and archives that cannot be checked. By its
 * first and last bytes alone.
 * @throws ArchiveError `refused_type`, `plain_text`.
 */
export async function refuseType({ head, tail, opened }: Probe): Promise<void> {
  if (opened) return
  refuseMarks(head)
  const trailer = tail.subarray(-TRAILER_BYTES).toString('latin1')
  const ends = ENDINGS.find(([, bytes]) => trailer.startsWith(bytes))
  if (ends) throw new ArchiveError('refused_type', { value: ends[0] })
  if (refuseText(head, tail)) return
  await refuseRecognised(head)
}

/**
 * Refuses what the first bytes alone tell, while the others are still being sent. Text is left to `refuseType`, which needs its end.
 * @throws ArchiveError `refused_type`.
 */
export async function refuseBeginning(head: Buffer): Promise<void> {
  refuseMarks(head)
  if (head.includes(0)) await refuseRecognised(head)
}

function refuseMarks(head: Buffer): void {
  const text = (start: number, length: number) =>
    head.subarray(start, start + length).toString('latin1')
  const begins = BEGINNINGS.find(([, bytes, at]) => text(at, bytes.length) === bytes)
  const value = begins?.[0] ?? nameElsewhere(text)
  if (value !== undefined) throw new ArchiveError('refused_type', { value })
}

async function refuseRecognised(head: Buffer): Promise<void> {
  const type = await fileTypeFromBuffer(head)
  if (type && !ACCEPTED.has(type.ext)) {
    throw new ArchiveError('refused_type', { value: type.ext.toUpperCase() })
  }
}

/** A type by marks that are not at one place. */
function nameElsewhere(text: (start: number, length: number) => string): string | undefined {
  if (text(0, PDF_WITHIN + PDF.length).includes(PDF)) return 'PDF'
  const begin = text(0, LINK.maxBytes + 1)
  const isLink =
    begin.startsWith(LINK.mark) && begin.length <= LINK.maxBytes && begin.includes(LINK.key)
  return isLink ? 'shortcut' : undefined
}

/**
 * The same for an archive that is kept unread, by the names of its entries.
 * @throws ArchiveError `refused_type`.
 */
export function refuseArchiveType({ opened }: Probe): void {
  const paths = (opened?.entries ?? []).map(canonicalPath)
  const found = MARKERS.find(([, marker]) => paths.some((path) => marker.test(path)))
  const isDocument = paths[0] === 'mimetype'
  const value = found?.[0] ?? (isDocument ? 'document' : undefined)
  if (value !== undefined) throw new ArchiveError('refused_type', { value })
}
