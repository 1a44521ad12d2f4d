import type { Entry } from 'yauzl'

/** APPNOTE.TXT, section 4.4.4: bit 11 marks the name as UTF-8. */
const UTF8_FLAG = 0x800
/** Info-ZIP Unicode Path Extra Field (APPNOTE.TXT, section 4.6.9). */
const UNICODE_PATH = 0x7075
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The path of an entry, with `/` as separator. A name that is valid UTF-8 is decoded as UTF-8 even
 * without the flag, which macOS does not set: text in code page 437 is hardly ever valid UTF-8 unless it
 * is ASCII.
 */
export function entryPath(entry: Entry): string {
  const isMarked =
    (entry.generalPurposeBitFlag & UTF8_FLAG) !== 0 ||
    entry.extraFields.some(({ id }) => id === UNICODE_PATH)
  if (isMarked) return entry.fileName
  try {
    return utf8.decode(entry.fileNameRaw).replaceAll('\\', '/')
  } catch {
    return entry.fileName
  }
}

/** The path by which a file is found: in NFC and without a leading `./`. Equal for names that are one file in most systems. */
export const canonicalPath = (entry: Entry) =>
  entryPath(entry)
    .normalize('NFC')
    .replace(/^(?:\.\/)+/, '')
