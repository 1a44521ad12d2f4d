/** Longest name that common file systems store: bytes in ext4, UTF-16 units in NTFS and APFS. */
const FILE_NAME_MAX = 255

/** Own, since `filename-reserved-regex` is written in a syntax that the oldest supported browsers do not read. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i

/** Whether Windows keeps a name for a device, with or without an ending: `con`, `aux.svg`, `LPT¹.txt`. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name)

/** A name that Windows stores as it is: a device gets an underscore (`con_.svg`), dots and blanks at the end go. */
export function storableName(name: string): string {
  const plain = name.replace(/[. ]+$/, '')
  return isDeviceName(plain) ? plain.replace(/ *(?=\.|$)/, '_') : plain
}

/** Cuts a name so that it has at most 255 bytes with its ending: between characters as readers see them, if one fits. */
export function cutName(stem: string, ending: string): string {
  const encoder = new TextEncoder()
  const maximum = FILE_NAME_MAX - encoder.encode(ending).length
  const startOf = (parts: Iterable<string>) => {
    let [start, left] = ['', maximum]
    for (const part of parts) {
      left -= encoder.encode(part).length
      if (left < 0) break
      start += part
    }
    return start
  }
  if (encoder.encode(stem).length <= maximum) return `${stem}${ending}`
  const seen = new Intl.Segmenter('en').segment(stem)
  const start = startOf(Array.from(seen, ({ segment }) => segment))
  return `${start || startOf(stem)}${ending}`
}
