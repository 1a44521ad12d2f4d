import { createRequire } from 'node:module'
import { z } from 'zod'

/** Licences that a whole text tells. The texts of GPL, LGPL and AGPL do not tell “only” from “or later”. */
const IDS = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
  'WTFPL',
  'BSL-1.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC-BY-SA-3.0',
  'CC-BY-SA-4.0',
  'CC-BY-ND-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'CC-BY-NC-ND-4.0',
] as const
/** The longest of the texts has 19 kB; in UTF-16 units. */
const TEXT_MAX = 64 * 1024
/** Lines above the terms. */
const TITLE =
  /^.{0,120}$(?<=licen[cs]e.*|copyright.*|version.*|legal code.*|international.*|universal.*|no attribution.*|unported.*|https?:.*|^\W*)/i
const COPYRIGHT =
  /^\W*(?:copyright (?:\W|\d|.{0,40}\d{4})|©|\(c\) ?(?:copyright|\d{4})|all rights reserved)/i
const ADDRESS = /\S*\w\.(?:org|com)\/\S*/gi
const MARKER = /^\s*(?:\d+[.)]|[*-]|\(?[a-z][.)])\s/i

/** Wordings that SPDX takes as equal, and names of holders within the terms. */
const VARIANTS: readonly (readonly [RegExp, string])[] = [
  [/licence/g, 'license'],
  [/copyright owner/g, 'copyright holder'],
  [/and or/g, 'and'],
  [/neither the name of .{1,200}? nor the names of (?:its|the)? ?contributors/g, 'no names'],
  [/as is and .{1,60}? disclaims/g, 'as is and the author disclaims'],
  [/in no event shall .{1,60}? be liable for any special/g, 'in no event'],
  [
    /end of terms and conditions(?: appendix how to apply .{1,1200} limitations under the license)?$/g,
    '',
  ],
  [
    /the text of the creative commons public licenses is dedicated to the public domain under the cc0 public domain dedication/g,
    '',
  ],
  [/for more information please refer to$/g, ''],
  [/ {2,}/g, ' '],
]

/** The terms as plain words, without titles, copyright lines and list markers. */
function termsOf(text: string): string {
  const lines = text.split(/\r\n?|\n/).filter((line) => !COPYRIGHT.test(line))
  const start = lines.findIndex((line) => !TITLE.test(line))
  const words = lines
    .slice(Math.max(start, 0))
    .map((line) => line.replace(MARKER, ''))
    .join(' ')
    .replaceAll(ADDRESS, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  return VARIANTS.reduce(
    (terms, [variant, plain]) => terms.replaceAll(variant, plain),
    words,
  ).trim()
}

const textSchema = z.object({ licenseText: z.string() })
const require = createRequire(import.meta.url)
let known: Map<string, string> | undefined

const readKnown = () =>
  new Map(
    IDS.map((id) => {
      const { licenseText } = textSchema.parse(require(`spdx-license-list/licenses/${id}.json`))
      return [termsOf(licenseText), id]
    }),
  )

/**
 * The SPDX identifier of a licence by its whole text: white space, title, copyright lines and what SPDX takes as equal
 * may differ. `null` for any other text, also one that is longer than the licence.
 */
export function matchLicenseText(text: string): string | null {
  if (text.length > TEXT_MAX) return null
  known ??= readKnown()
  return known.get(termsOf(text)) ?? null
}
