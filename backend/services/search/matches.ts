import type { Matches, TextRange } from '#lib/contract/search.ts'
import { plainText } from '#backend/text/plain.ts'
import { indexTokens } from '#backend/text/tokens.ts'
import type { Word } from './look-up.ts'

const RANGES_MAX = 50
/** A piece of a description, in UTF-16 units: before its first match, and at most. */
const LEAD = 60
const SNIPPET_MAX = 200
/** A description is looked through so far, since every result of every page is. */
const LOOKED_THROUGH = 2000

/** Every form in which the words of a term are looked for. */
export function soughtForms(words: Word[]): Set<string> {
  const forms = words.flatMap(({ exact, begun, meant }) => [...exact, ...begun, ...meant])
  return new Set(forms.map(({ word }) => word))
}

/** What of a title and a description the forms are found in. */
export function matchesIn(
  { title, description }: { title: string; description: string },
  forms: Set<string>,
): Omit<Matches, 'icons'> {
  const inTitle = rangesOf(title, forms)
  return {
    title: inTitle,
    snippet: snippetOf(plainText(description.slice(0, LOOKED_THROUGH)), forms),
  }
}

function rangesOf(text: string, forms: Set<string>): TextRange[] {
  const found: TextRange[] = []
  const tokens = indexTokens(text)
    .filter(({ term, others }) => forms.has(term) || others.some((other) => forms.has(other)))
    .toSorted((a, b) => a.start - b.start)
  for (const { start, end } of tokens) {
    const last = found.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else if (found.length < RANGES_MAX) found.push([start, end])
  }
  return found
}

function snippetOf(text: string, forms: Set<string>): Matches['snippet'] {
  const all = rangesOf(text, forms)
  const first = all[0]
  if (!first) return null
  const wanted = Math.max(0, first[0] - LEAD)
  // From the beginning of a word on, and no character cut in two.
  const space = wanted === 0 ? -1 : text.lastIndexOf(' ', wanted)
  const from = wanted === 0 ? 0 : wanted - space < LEAD ? space + 1 : first[0]
  const piece = text.slice(from, from + SNIPPET_MAX).toWellFormed()
  const ranges = all
    .map(([start, end]): TextRange => [start - from, Math.min(end - from, piece.length)])
    .filter(([start, end]) => start >= 0 && start < end)
  return {
    text: `${from > 0 ? '…' : ''}${piece}${from + SNIPPET_MAX < text.length ? '…' : ''}`,
    ranges: from > 0 ? ranges.map(([start, end]): TextRange => [start + 1, end + 1]) : ranges,
  }
}
