import { fold } from './fold.ts'

const KEY_MAX = 200

/**
 * The form of a title for prefix matching: folded, words separated by single spaces, digits as
 * written. A title of symbols only keeps its symbols.
 */
export function titleKey(title: string): string {
  const folded = fold(title)
  const words = folded.replace(/[^\p{L}\p{N}\u30fc]+/gu, ' ').trim()
  return [...(words || folded.replace(/[\p{C}\s]+/gu, ''))]
    .slice(0, KEY_MAX)
    .join('')
    .toWellFormed()
}
