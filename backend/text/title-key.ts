import { fold } from './fold.ts'
import { splitRuns } from './runs.ts'
import { isKept, symbolNames } from './symbols.ts'

const KEY_MAX = 200

/**
 * The form by which titles are compared: folded, words separated by single spaces, digits as
 * written. A title of symbols only keeps its symbols.
 */
export function titleKey(title: string): string {
  return bounded(wordsOf(title) || fold(title).replace(/[\p{C}\s]+/gu, ''))
}

/** The same for prefix matching, where a title keeps the symbols of its names: C++ is no C. */
export function searchKey(title: string): string {
  const names = symbolNames(title, splitRuns(title)).filter(isKept)
  if (names.length === 0) return titleKey(title)
  const ends = [0, ...names.map(({ end }) => end)]
  const words = ends.flatMap((end, at) => {
    const name = names[at]
    return [wordsOf(title.slice(end, name?.start)), ...(name ? [name.term] : [])]
  })
  return bounded(words.filter((word) => word !== '').join(' '))
}

const wordsOf = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}\u30fc]+/gu, ' ')
    .trim()

const bounded = (key: string) => [...key].slice(0, KEY_MAX).join('').toWellFormed()
