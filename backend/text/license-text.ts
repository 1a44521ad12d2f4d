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
import licenseBlueOak100 from 'spdx-license-list/licenses/BlueOak-1.0.0.json' with { type: 'json' }
import licenseCcByNcNd40 from 'spdx-license-list/licenses/CC-BY-NC-ND-4.0.json' with { type: 'json' }

import { proposeSpdx } from '#lib/text/spdx.ts'

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
  'BlueOak-1.0.0': licenseBlueOak100,
} as const
/** The longest of the texts has 19 kB; in UTF-16 units. */
const TEXT_MAX = 64 * 1024
/** Lines above the terms. */
const TITLE =
  /^.{0,120}$(?<=licen[cs]e.*|copyright.*|version.*|legal code.*|international.*|universal.*|no attribution.*|unported.*|https?:.*|^\W*)/i
const COPYRIGHT =
  /^\W*(?:(?:portions )?copyright (?:\W|\d|.{0,60}\d{4})|©|\(c\) ?(?:copyright|\d{4})|all rights reserved)/i
/** Above the terms, also one without a year. */
const COPYRIGHT_ABOVE = /^\W*copyright\b(?! (?:holders?|owners?|notices?)\b)/i
/** What neither a title nor a copyright line has: a line with it says more than the terms do. “3-Clause” and “No Attribution” are parts of titles. */
const SAYS_MORE =
  /\b(?:not|non|may|must|shall|should|only|unless|except|without|permi\w+|forb\w+|prohib\w+|restrict\w*|interdi\w+|[ck]omm?er[czs]i\w*|personal|private|proprietary|exclu\w+|trademarks?|logos?|use|usage|nutzung|nicht|nur|kein\w*|uniquement|(?<!(?:\d|zero)[ -])clause|dual\w*|either|additional|condition\w*|no(?! attribution))\b|禁|不得|商用|商业|商業|仅|のみ/i
/** What a title says that the work is licensed under. */
const UNDER = /\bunder (?:the )?(.+)$/i
/** Longest line or paragraph of copyrights, in UTF-16 units. */
const NOTICE_MAX = 600
/** Most lines of a paragraph of copyrights, and of all that stands above the terms: each title is looked up among the names of licences. */
const NOTICE_LINES_MAX = 20
const HEAD_LINES_MAX = 60
const ADDRESS = /\S*\w\.(?:org|com)\/\S*/gi
const MARKER = /^\s*(?:\d+[.)]|[*-]|\(?[a-z][.)])\s/i

/** Wordings that SPDX takes as equal, and names of holders within the terms. */
const VARIANTS: readonly (readonly [RegExp, string])[] = [
  [/licence/g, 'license'],
  [/copyright owner/g, 'copyright holder'],
  [/and or/g, 'and'],
  [/use of this software in source/g, 'use in source'],
  [
    /neither the names? of .{1,200}? nor the names of (?:its|the|project)? ?contributors/g,
    'no names',
  ],
  [/the names of any contributors may not/g, 'no names may'],
  [
    /this (?:software )?is provided by .{1,100}? as is and any/g,
    'this software is provided as is and any',
  ],
  [/as is and .{1,60}? disclaims/g, 'as is and the author disclaims'],
  [/in no event shall .{1,100}? be liable/g, 'in no event'],
  [
    / \d{1,2} (?=(?:disclaimer of warranty|limitation of liability|litigation|miscellaneous|versions of the license) )/g,
    ' ',
  ],
  [/use of this even if/g, 'use of this software even if'],
  [/^creative commons corporation is not a law firm .{1,700} provided hereunder /g, ''],
  [
    /the text of the creative commons public licenses is dedicated to the public domain under the cc0 public domain dedication/g,
    '',
  ],
  [/for more information please (?:refer to|see)$/g, ''],
  [/ {2,}/g, ' '],
]

/** Whether a line, or a paragraph above the terms, names holders and years, and nothing else. */
const isNotice = (text: string, isAbove = false) =>
  (COPYRIGHT.test(text) || (isAbove && COPYRIGHT_ABOVE.test(text))) &&
  text.length <= NOTICE_MAX &&
  !SAYS_MORE.test(text)

/** Whether a line above the terms is a title. */
const isTitle = (line: string) =>
  (TITLE.test(line) || proposeSpdx(line) !== null) && !SAYS_MORE.test(line)

/** The lines above the terms, and the terms. Copyrights may take several lines there. */
function splitHead(text: string): { titles: string[]; terms: string[] } {
  const lines = text.split(/\r\n?|\n/)
  const titles: string[] = []
  let at = 0
  while (at < Math.min(lines.length, HEAD_LINES_MAX)) {
    const next = lines.slice(at, at + NOTICE_LINES_MAX)
    const blank = next.findIndex((line, place) => place > 0 && line.trim() === '')
    const paragraph = blank === -1 ? next : next.slice(0, blank)
    const line = lines[at] ?? ''
    if (paragraph.length > 1 && isNotice(paragraph.join(' '), true)) at += paragraph.length
    else if (isNotice(line, true)) at += 1
    else if (isTitle(line)) {
      titles.push(line)
      at += 1
    } else break
  }
  return { titles, terms: lines.slice(at).filter((line) => !isNotice(line)) }
}

/** The terms as plain words, without titles, copyright lines and list markers. */
function wordsOf(terms: string[]): string {
  const words = terms
    .map((line) => line.replace(MARKER, ''))
    .join(' ')
    .replaceAll(ADDRESS, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return VARIANTS.reduce((text, [variant, plain]) => text.replaceAll(variant, plain), words).trim()
}

/** What tells how to apply Apache-2.0; the licence is the same without it. */
const END_OF_TERMS = ' end of terms and conditions'
const appendixOf = (words: string) => words.split(END_OF_TERMS)[1]
let appendix: string | undefined

function withoutAppendix(words: string): string {
  appendix ??= appendixOf(wordsOf(splitHead(licenseApache20.licenseText).terms))
  const found = appendixOf(words)
  return found === '' || found === appendix ? words.slice(0, words.indexOf(END_OF_TERMS)) : words
}

let known: Map<string, string> | undefined

const readKnown = () =>
  new Map(
    Object.entries(LICENSES).map(([id, { licenseText }]) => [
      withoutAppendix(wordsOf(splitHead(licenseText).terms)),
      id,
    ]),
  )

/**
 * The SPDX identifier of a licence by its whole text: white space, title, copyright lines and what SPDX takes as equal
 * may differ. `null` for any other text: one that is longer than the licence, one whose title names another, and one that says more
 * in a title or beside a copyright.
 */
export function matchLicenseText(text: string): string | null {
  if (text.length > TEXT_MAX) return null
  known ??= readKnown()
  const { titles, terms } = splitHead(text)
  const id = known.get(withoutAppendix(wordsOf(terms))) ?? null
  const isOther = (title: string) => {
    const [, under] = UNDER.exec(title) ?? []
    const named = proposeSpdx((under ?? title).replaceAll(/^\W+|[^\w)]+$/g, ''))
    return under === undefined ? named !== null && named !== id : named !== id
  }
  return titles.some(isOther) ? null : id
}
