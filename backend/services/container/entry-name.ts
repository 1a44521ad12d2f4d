import type { Entry } from 'yauzl'

/** APPNOTE.TXT, section 4.4.4: bit 11 says that the name is UTF-8. */
const UTF8_FLAG = 0x800
/** Info-ZIP Unicode Path, section 4.6.9. */
const UNICODE_PATH = 0x7075
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The path of an entry, with `/` between folders. The Archive Utility of macOS writes UTF-8 without
 * saying so; a name in code page 437 that holds more than ASCII is hardly ever valid UTF-8 by chance.
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
