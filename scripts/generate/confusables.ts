import { readFile, writeFile } from 'node:fs/promises'

/*
 * `npm run confusables`: writes the characters that look like others (backend/text/confusables.json), from the table of Unicode Technical
 * Standard 39 that ICU has in Node (`uspoof_conf.h` describes it). Run it after an update of Node, and commit the result.
 */

const TARGET = 'backend/text/confusables.json'

const MAGIC = Buffer.from([0xef, 0xfd, 0x45, 0x38])
/** Positions in the header, in bytes; all numbers are little-endian, offsets begin at the header. */
const HEADER = { format: 4, keys: 12, count: 16, values: 20, strings: 28 }
/** The version of the table's format. */
const FORMAT = 2

const binary = await readFile(process.execPath)
const table = binary.subarray(binary.indexOf(MAGIC))
if (table.readUInt8(HEADER.format) !== FORMAT) throw new Error('ICU has another format')
const at = (name: keyof typeof HEADER) => table.readInt32LE(HEADER[name])

/** The text at a position of the table, in UTF-16 code units. */
const textAt = (start: number, length: number) =>
  table.subarray(start, start + 2 * length).toString('utf16le')

/** The characters that look like a text, by that text. */
const sources = new Map<string, string>()
for (let index = 0; index < at('count'); index += 1) {
  const key = table.readUInt32LE(at('keys') + 4 * index)
  const [point, length] = [key & 0xff_ff_ff, (key >>> 24) + 1]
  const value = at('values') + 2 * index
  const start = length === 1 ? value : at('strings') + 2 * table.readUInt16LE(value)
  const target = textAt(start, length)
  sources.set(target, `${sources.get(target) ?? ''}${String.fromCodePoint(point)}`)
}

/** As JSON; what no editor shows by itself is escaped. */
const quote = (text: string) =>
  JSON.stringify(text).replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, (one) =>
    one
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

/** A line per target, in the order of code points. */
const lines = [...sources]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([target, all]) => `  ${quote(target)}: ${quote(all)}`)
await writeFile(TARGET, `{\n${lines.join(',\n')}\n}\n`)
console.log(TARGET, `Unicode ${process.versions.unicode}`, [...sources.values()].join('').length)
