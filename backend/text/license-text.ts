import licenseMit from 'spdx-license-list/licenses/MIT.json' with { type: 'json' }
import licenseMit0 from 'spdx-license-list/licenses/MIT-0.json' with { type: 'json' }
import licenseApache20 from 'spdx-license-list/licenses/Apache-2.0.json' with { type: 'json' }
import licenseIsc from 'spdx-license-list/licenses/ISC.json' with { type: 'json' }
import license0bsd from 'spdx-license-list/licenses/0BSD.json' with { type: 'json' }
import licenseBsd2Clause from 'spdx-license-list/licenses/BSD-2-Clause.json' with { type: 'json' }
import licenseBsd3Clause from 'spdx-license-list/licenses/BSD-3-Clause.json' with { type: 'json' }
import licenseMpl20 from 'spdx-license-list/licenses/MPL-2.0.json' with { type: 'json' }
import licenseOfl11 from 'spdx-license-list/licenses/OFL-1.1.json' with { type: 'json' }
import licenseUnlicense from 'spdx-license-list/licenses/Unlicense.json' with { type: 'json' }
import licenseZlib from 'spdx-license-list/licenses/Zlib.json' with { type: 'json' }
import licenseWtfpl from 'spdx-license-list/licenses/WTFPL.json' with { type: 'json' }
import licenseBsl10 from 'spdx-license-list/licenses/BSL-1.0.json' with { type: 'json' }
import licenseCc010 from 'spdx-license-list/licenses/CC0-1.0.json' with { type: 'json' }
import licenseCcBy30 from 'spdx-license-list/licenses/CC-BY-3.0.json' with { type: 'json' }
import licenseCcBy40 from 'spdx-license-list/licenses/CC-BY-4.0.json' with { type: 'json' }
import licenseCcBySa30 from 'spdx-license-list/licenses/CC-BY-SA-3.0.json' with { type: 'json' }
import licenseCcBySa40 from 'spdx-license-list/licenses/CC-BY-SA-4.0.json' with { type: 'json' }
import licenseCcByNd40 from 'spdx-license-list/licenses/CC-BY-ND-4.0.json' with { type: 'json' }
import licenseCcByNc40 from 'spdx-license-list/licenses/CC-BY-NC-4.0.json' with { type: 'json' }
import licenseCcByNcSa40 from 'spdx-license-list/licenses/CC-BY-NC-SA-4.0.json' with { type: 'json' }
import licenseCcByNcNd40 from 'spdx-license-list/licenses/CC-BY-NC-ND-4.0.json' with { type: 'json' }

/** Licences that a whole text tells. The texts of GPL, LGPL and AGPL do not tell “only” from “or later”. */
const LICENSES = {
  MIT: licenseMit,
  'MIT-0': licenseMit0,
  'Apache-2.0': licenseApache20,
  ISC: licenseIsc,
  '0BSD': license0bsd,
  'BSD-2-Clause': licenseBsd2Clause,
  'BSD-3-Clause': licenseBsd3Clause,
  'MPL-2.0': licenseMpl20,
  'OFL-1.1': licenseOfl11,
  Unlicense: licenseUnlicense,
  Zlib: licenseZlib,
  WTFPL: licenseWtfpl,
  'BSL-1.0': licenseBsl10,
  'CC0-1.0': licenseCc010,
  'CC-BY-3.0': licenseCcBy30,
  'CC-BY-4.0': licenseCcBy40,
  'CC-BY-SA-3.0': licenseCcBySa30,
  'CC-BY-SA-4.0': licenseCcBySa40,
  'CC-BY-ND-4.0': licenseCcByNd40,
  'CC-BY-NC-4.0': licenseCcByNc40,
  'CC-BY-NC-SA-4.0': licenseCcByNcSa40,
  'CC-BY-NC-ND-4.0': licenseCcByNcNd40,
} as const
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

let known: Map<string, string> | undefined

const readKnown = () =>
  new Map(Object.entries(LICENSES).map(([id, { licenseText }]) => [termsOf(licenseText), id]))

/**
 * The SPDX identifier of a licence by its whole text: white space, title, copyright lines and what SPDX takes as equal
 * may differ. `null` for any other text, also one that is longer than the licence.
 */
export function matchLicenseText(text: string): string | null {
  if (text.length > TEXT_MAX) return null
  known ??= readKnown()
  return known.get(termsOf(text)) ?? null
}
