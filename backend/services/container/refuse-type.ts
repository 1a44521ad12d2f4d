import { createGunzip } from 'node:zlib'
import { fileTypeFromBuffer } from 'file-type'
import type { OpenArchive } from './archive.ts'
import { canonicalPath } from './entry-name.ts'
import { ArchiveError, displayName } from './error.ts'
import type { Probe } from './probe.ts'
import { findPrograms, firstInflated, INFLATED, programOf } from './programs.ts'
import { refuseText } from './refuse-text.ts'

/** What a file that is kept unread may be of the types that are recognised: archives and data whose contents nothing executes. */
const ACCEPTED = new Set(
  'zip gz tar.gz bz2 xz lz lz4 zst Z sqlite xml avro parquet arrow'.split(' '),
)

/** Beginnings of what systems run or mount that neither the library nor `programOf` recognises. */
const BEGINNINGS: readonly [name: string, bytes: string, offset: number][] = [
  ['DOS', 'MZ', 0],
  ['PLIST', 'bplist', 0],
  ['MP3', 'ID3', 0],
  ['HLP', '\x3f\x5f\x03\x00', 0],
  ['PKG', 'xar!', 0],
  ['WIM', 'MSWIM\0\0\0', 0],
  ['VHDX', 'vhdxfile', 0],
  ['VHD', 'conectix', 0],
  ['VMDK', 'KDMV', 0],
  ['QCOW', 'QFI\xfb', 0],
  ['VDI', '<<< ', 0],
  ['SquashFS', 'hsqs', 0],
  ['SquashFS', 'sqsh', 0],
  ['DMG', 'encrcdsa', 0],
  ['DMG', 'sprs', 0],
  ['disk image', '\x55\xaa', 510],
  ['disk image', '\x53\xef', 1080],
  ['disk image', 'H+\0\x04', 1024],
  ['disk image', 'HX\0\x05', 1024],
  ['ISO', 'CD001', 32_769],
  ['UDF', 'BEA01', 32_769],
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

/** Entries that make an archive a document, an installer or a program, whatever its name is. The first path that matches names the type. */
const MARKERS: readonly [name: string, path: RegExp][] = [
  ['Python', /^__main__\.py[co]?$/],
  ['PHAR', /^\.phar\/stub\.php$/],
  ['VSIX', /^extension\.vsixmanifest$/i],
  ['NUPKG', /^[^/]+\.nuspec$/i],
  ['macro', /(?:^|\/)vbaProject\.bin$/i],
  ['APK', /^AndroidManifest\.xml$/],
  ['APPX', /^AppxManifest\.xml$/i],
  ['IPA', /^Payload\/[^/]+\.app\//],
  ['Office', /^\[Content_Types\]\.xml$/i],
  ['JAR', /^META-INF\/MANIFEST\.MF$/i],
  ['XPI', /^(?:install\.rdf|META-INF\/mozilla\.rsa)$/i],
]

/**
 * Refuses a file that systems or browsers execute, mount or render, media, fonts, documents, and archives that cannot be checked: by its
 * first and last bytes, and of a zip archive by its entries. Packages of plugins are not read by this (decision 191).
 * @throws ArchiveError `refused_type`, `plain_text`, `program_inside`; StorageError.
 */
export async function refuseType({ head, tail, opened }: Probe): Promise<void> {
  if (opened) return refuseArchive(opened)
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

/** An archive whose entries make it a document or a program, or that has programs in it. */
async function refuseArchive(opened: OpenArchive): Promise<void> {
  const paths = opened.entries.map(canonicalPath)
  const found = MARKERS.find(([, marker]) => paths.some((path) => marker.test(path)))
  const isDocument = paths[0] === 'mimetype'
  refuseAs(found?.[0] ?? (isDocument ? 'document' : undefined))
  const [first, ...others] = await findPrograms(opened)
  if (!first) return
  const entry = displayName(first.path)
  throw new ArchiveError('program_inside', { entry, value: first.type, count: others.length + 1 })
}

function refuseMarks(head: Buffer): void {
  const text = (start: number, length: number) =>
    head.toString('latin1', start, Math.min(start + length, head.length))
  const begins = BEGINNINGS.find(([, bytes, at]) => text(at, bytes.length) === bytes)
  const isPdf = text(0, PDF_WITHIN + PDF.length).includes(PDF)
  refuseAs(begins?.[0] ?? programOf(head) ?? (isPdf ? 'PDF' : undefined))
}

async function refuseRecognised(head: Buffer): Promise<void> {
  const type = await fileTypeFromBuffer(head)
  if (!type) return
  if (!ACCEPTED.has(type.ext)) refuseAs(type.ext.toUpperCase())
  if (type.ext === 'gz') refuseAs(programOf(await firstInflated(createGunzip(INFLATED), head)))
}

function refuseAs(type: string | undefined): void {
  if (type !== undefined) throw new ArchiveError('refused_type', { value: type })
}
