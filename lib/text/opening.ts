import { plainText } from './plain.ts'

/** Sentences are added while the opening is shorter, in UTF-16 units. */
const SHORT = 40
/** Blocks that are no prose: headings, lists, quotes, tables, code, pictures, rules, HTML. */
const NO_PROSE = /^\s*(?:#|[-*+>|]|\d+[.)]\s|`{3}|~{3}|!\[|<|={3})/

/**
 * The first sentence of a Markdown text, plain and on one line: of its first paragraph of prose, else of whatever it
 * begins with. A longer one ends with “…” between words, if the language separates them.
 * @param maximum in UTF-16 units
 */
export function openingOf(markdown: string, maximum: number, language?: string | null): string {
  const blocks = markdown.split(/\n\s*\n/).map((block) => block.replace(/^\s*#[^\n]*\n/, ''))
  const prose = blocks.find((block) => !NO_PROSE.test(block) && plainText(block) !== '')
  return cut(firstSentence(plainText(prose ?? markdown), language), maximum)
}

function firstSentence(text: string, language: string | null | undefined): string {
  let opening = ''
  for (const { segment } of sentencesOf(text, language)) {
    opening += segment
    if (opening.trim().length >= SHORT) break
  }
  return opening.trim()
}

const sentencesOf = (text: string, language: string | null | undefined) =>
  new Intl.Segmenter(language ?? undefined, { granularity: 'sentence' }).segment(text)

function cut(text: string, maximum: number): string {
  if (text.length <= maximum) return text.toWellFormed()
  const piece = text.slice(0, maximum - 1)
  const space = piece.lastIndexOf(' ')
  const end = space > maximum / 2 ? space : piece.length
  return `${piece
    .slice(0, end)
    .toWellFormed()
    .replace(/[\s,;:–-]+$/u, '')}…`
}
