import spdxCorrect from 'spdx-correct'
import licenses from 'spdx-license-list'

/** Longer phrases are texts, not names, in UTF-16 units. */
const PHRASE_MAX = 200

/** Names of licences and their parts, as SPDX identifiers abbreviate them. */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/[.’'](?=\p{L})(?<=\b\p{L}[.’'])/gu, ''],
  [/v(?=\d)/g, ' '],
  [/creative commons/g, 'cc'],
  [/\bor (?:any )?(?:later|newer)(?: version)?|\+/g, ' later '],
  [/(?:gnu )?general public licen[cs]e/g, 'gpl'],
  [/(?:gnu )?lesser gpl/g, 'lgpl'],
  [/(?:gnu )?affero gpl/g, 'agpl'],
  [/open font licen[cs]e/g, 'ofl'],
  [/attribution/g, 'by'],
  [/non-?commercial/g, 'nc'],
  [/no-?deriv(?:ative)?s?(?: works)?/g, 'nd'],
  [/share-?alike/g, 'sa'],
]
/** Words that tell no licence from another. */
const NOISE = new Set(
  'a gnu international licence license licensed only sil software terms the under universal v ver version'.split(
    ' ',
  ),
)

/** The words of a phrase that tell its licence, in any order; `3` and `3.0` are one. */
function wordsOf(phrase: string): Set<string> {
  const short = ABBREVIATIONS.reduce(
    (text, [long, abbreviation]) => text.replaceAll(long, abbreviation),
    phrase.normalize('NFKC').toLowerCase(),
  )
  const words = short.match(/\d+(?:\.\d+)*|\p{L}+/gu) ?? []
  return new Set(words.map((word) => word.replace(/(?:\.0)+$/, '')).filter((w) => !NOISE.has(w)))
}
const keyOf = (phrase: string) => [...wordsOf(phrase)].toSorted().join(' ')

/** Identifiers that SPDX has replaced: their names are those of others. */
const isReplaced = (id: string) => `${id}-only` in licenses || id.endsWith('+')

/** Identifiers by the words of identifier and name, and without version if there is one version only. Ambiguous ones are absent. */
function indexNames(): Map<string, string> {
  const found = new Map<string, Set<string>>()
  const add = (key: string, id: string) => found.set(key, (found.get(key) ?? new Set()).add(id))
  for (const [id, { name }] of Object.entries(licenses)) {
    if (isReplaced(id)) continue
    for (const phrase of [id, name, id.replace(/-\d+\.\d+$/, '')]) add(keyOf(phrase), id)
  }
  return new Map(
    [...found].flatMap(([key, ids]) => {
      const [id] = ids
      return ids.size === 1 && id !== undefined ? [[key, id]] : []
    }),
  )
}
let index: Map<string, string> | undefined

/**
 * The SPDX identifier or expression of a licence in words, such as “CC BY 4.0” or “mit”; a valid one is returned as it is.
 * `null` if nothing matches for certain: no version is invented, and nothing that is said is left out.
 */
export function proposeSpdx(words: string): string | null {
  const phrase = words.trim().replaceAll(/\s+/g, ' ')
  if (phrase === '' || phrase.length > PHRASE_MAX) return null
  const corrected = spdxCorrect(phrase, { upgrade: false })
  if (corrected === phrase) return phrase
  index ??= indexNames()
  const named = index.get(keyOf(phrase))
  if (named !== undefined) return named
  return corrected !== null && isCertain(corrected, phrase) ? corrected : null
}

/** `spdx-correct` guesses from parts of words (“limited” has “MIT”): a guess is used if its name has every word of the phrase. */
function isCertain(id: string, phrase: string): boolean {
  const license = licenses[id]
  if (!license) return false
  const [asked, abbreviated] = [wordsOf(phrase), wordsOf(id)]
  const known = new Set([...abbreviated, ...wordsOf(license.name)])
  const version = /\d+\.\d+/.exec(id)?.[0]
  const hasName = [...asked].some((word) => !abbreviated.has(word))
  return (
    [...asked].every((word) => known.has(word)) &&
    (version === undefined || asked.has(version.replace(/\.0$/, ''))) &&
    (hasName || [...abbreviated].every((word) => asked.has(word)))
  )
}
