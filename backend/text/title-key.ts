import { fold } from './fold.ts'

const KEY_MAX = 200

/**
 * The form of a title in which beginnings are compared: folded, words with single spaces between
 * them, digits as they are typed. A title of symbols alone is compared by its symbols.
 */
export function titleKey(title: string): string {
  const folded = fold(title)
  const words = folded.replace(/[^\p{L}\p{N}\u30fc]+/gu, ' ').trim()
  return [...(words || folded.replace(/[\p{C}\s]+/gu, ''))]
    .slice(0, KEY_MAX)
    .join('')
    .toWellFormed()
}
