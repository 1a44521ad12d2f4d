import type { Transform } from 'node:stream'
import { constants, createInflateRaw, type ZlibOptions } from 'node:zlib'
import type { Entry } from 'yauzl'
import { z } from 'zod'
import type { OpenArchive } from './archive.ts'
import { canonicalPath } from './entry-name.ts'

/**
 * Endings of what systems run, install or mount. Source text that sets of icons are built with (`.js`, `.sh`, `.py`, `.ps1`, `.bat`) and
 * links to pages (`.url`, `.webloc`) are not among them.
 */
const ENDINGS = new Set(
  (
    'exe dll scr cpl ocx pif msi msp msix msixbundle appx appxbundle appinstaller lnk scf hta vbs vbe jse wsf wsh sct msc ' +
    'library-ms search-ms searchconnector-ms settingcontent-ms jar class apk aab ipa dex crx xpi vsix nupkg deb rpm appimage ' +
    'flatpak pkg mpkg dmg iso vhd vhdx inetloc fileloc'
  ).split(' '),
)
const ENDING = /\.([^./]+)$/
/** Windows ignores these at the end of a name. */
const IGNORED_END = /[. ]+$/
const MAC_APP = /(?:^|\/)[^/]+\.app\/Contents\/(?:MacOS\/.|Info\.plist$)/i

/** First bytes of native programs. */
const MARKS: readonly [type: string, bytes: string][] = [
  ['ELF', '\x7fELF'],
  ['Mach-O', '\xca\xfe\xba\xbe'],
  ['Mach-O', '\xca\xfe\xba\xbf'],
  ['Mach-O', '\xfe\xed\xfa\xce'],
  ['Mach-O', '\xfe\xed\xfa\xcf'],
  ['Mach-O', '\xce\xfa\xed\xfe'],
  ['Mach-O', '\xcf\xfa\xed\xfe'],
  ['LLVM', 'BC\xc0\xde'],
  ['DEX', 'dex\n'],
]
/** Header of programs of DOS and Windows, which has zeros; text may begin with the same letters. */
const EXE = /^MZ[^]{0,62}\0/
/** Compiled Python: a number for each release, the end of a line, and fields with zeros (PEP 552). */
// oxlint-disable-next-line no-control-regex -- numbers in binary data
const PYC = /^[^][\x0b-\x0f\xf2\xf3]\r\n[^]{0,28}\0/
/** Bytes that `programOf` looks at. */
const HEAD_BYTES = 64
/** Compressed bytes of an entry that are inflated for them, up to one chunk: all would give 530 kB, and 16 s for an archive. */
const PACKED_BYTES = 512
/** Options of an inflater whose data may end early and which makes little beyond its first chunk. */
export const INFLATED: ZlibOptions = {
  finishFlush: constants.Z_SYNC_FLUSH,
  chunkSize: 1024,
}
const STORED = 0
const DEFLATED = 8

/** A program in an archive: its path, and the name of its type. */
export type Program = { path: string; type: string }

/** The type of a native program by its first bytes; undefined for anything else. */
export function programOf(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, HEAD_BYTES)
  const mark = MARKS.find(([, bytes]) => text.startsWith(bytes))
  if (mark) return mark[0]
  if (EXE.test(text)) return 'EXE'
  return PYC.test(text) ? 'PYC' : undefined
}

/**
 * The programs among the entries of an archive, in the order of their bytes: by their names, and by the first bytes of those that are
 * stored or deflated. Reads the archive once, in blocks; inflates a chunk of each entry, beside the event loop.
 * @throws StorageError
 */
export async function findPrograms(opened: OpenArchive): Promise<Program[]> {
  const offsetOf = (entry: Entry) => opened.dataOffsets.get(entry) ?? -1
  const inOrder = opened.entries.toSorted((a, b) => offsetOf(a) - offsetOf(b))
  const found: Program[] = []
  for (const entry of inOrder) {
    const path = canonicalPath(entry)
    const type = programByPath(path) ?? programOf(await beginningOf(opened, entry))
    if (type !== undefined) found.push({ path, type })
  }
  return found
}

/** Files that may be native code of a plugin: by their endings, or without one. */
const NATIVE = /(?:\.(?:node|exe|dll|dylib|so(?:\.[\d.]+)?)|\/[^./]+|^[^./]+)$/i
/** A package for macOS that installers of others leave in theirs. */
const OF_OTHERS = /(?:^|\/)node_modules\/fsevents\//
/** Such files of an archive that are looked at. */
const NATIVE_MAX = 200
const PLATFORM_OF: Record<string, 'win32' | 'darwin' | 'linux'> = {
  EXE: 'win32',
  'Mach-O': 'darwin',
  ELF: 'linux',
}

/** The platforms that the native code in an archive is for, by its first bytes. @throws StorageError */
export async function nativePlatforms(opened: OpenArchive) {
  const named = opened.entries.filter((entry) => {
    const path = canonicalPath(entry)
    return NATIVE.test(path) && !OF_OTHERS.test(path)
  })
  const found = new Set<'win32' | 'darwin' | 'linux'>()
  for (const entry of named.slice(0, NATIVE_MAX)) {
    const platform = PLATFORM_OF[programOf(await beginningOf(opened, entry)) ?? '']
    if (platform) found.add(platform)
  }
  return found
}

function programByPath(path: string): string | undefined {
  if (MAC_APP.test(path)) return 'APP'
  const ending = ENDING.exec(path.replace(IGNORED_END, ''))?.[1]?.toLowerCase() ?? ''
  return ENDINGS.has(ending) ? ending.toUpperCase() : undefined
}

/** The first bytes of an entry; none of one that cannot be inflated. */
async function beginningOf({ readAhead, dataOffsets }: OpenArchive, entry: Entry): Promise<Buffer> {
  const { compressionMethod: method, compressedSize } = entry
  if (method !== STORED && method !== DEFLATED) return Buffer.alloc(0)
  const length = Math.min(compressedSize, PACKED_BYTES)
  const bytes = await readAhead(dataOffsets.get(entry) ?? -1, length)
  return method === STORED ? bytes : firstInflated(createInflateRaw(INFLATED), bytes)
}

/** The first chunk that an inflater makes of the first bytes of data; empty if they are broken: such data is not run by anything. */
export async function firstInflated(inflater: Transform, bytes: Buffer): Promise<Buffer> {
  inflater.end(bytes)
  try {
    for await (const chunk of inflater) return bufferSchema.parse(chunk)
  } catch {
    // Broken data.
  }
  return Buffer.alloc(0)
}
const bufferSchema = z.instanceof(Buffer)
