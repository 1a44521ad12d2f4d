import { lengthOf, NEVER } from '#lib/contract/text.ts'

/*
 * Names that people read: titles of projects, and display names of authors. A name prints something, does not reorder the
 * text around it, and does not cover the lines above and below (docs/behaviour.md#names).
 */

/** What a name may not have; the interface has a message for each. */
export const NAME_PROBLEMS = ['blank', 'direction', 'marks'] as const
export type NameProblem = (typeof NAME_PROBLEMS)[number]

/** Error messages, after the field's name. */
const SENTENCES: Record<NameProblem, string> = {
  blank: 'has no character that prints',
  direction: 'holds a character that changes the direction of text',
  marks: 'has too many combining marks',
}

/** Combining marks in a row: letters of Hebrew, Thai, Tibetan and Vietnamese have up to four. */
export const MARKS_IN_ROW_MAX = 4
/** Combining marks of a name for each of its other characters; the first `MARKS_FREE` do not count. */
export const MARKS_PER_CHARACTER_MAX = 2
export const MARKS_FREE = 8

/** Letters and symbols that Unicode counts as visible, and fonts draw as nothing. */
const BLANKS = '\\u2800\\u{13441}\\u{13442}\\u{1d159}'
const PRINTING = new RegExp(
  `[^\\p{White_Space}\\p{C}\\p{M}\\p{Default_Ignorable_Code_Point}${BLANKS}]`,
  'u',
)
/** Embeddings, overrides and isolates, with what ends them. */
const CONTROLS = '\\u202a-\\u202e\\u2066-\\u2069'
const DIRECTION = new RegExp(`[${CONTROLS}]`, 'u')
/** They only place punctuation and digits, and only where the text has letters of both directions. */
const DIRECTION_MARK = /[\u200e\u200f\u061c]/u
/** The blocks whose characters are right-to-left by default (Unicode Standard Annex 9, table 4). */
const RIGHT_TO_LEFT =
  /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** A mark that takes no space of its own, and is seen. */
const MARK = '(?!\\p{Default_Ignorable_Code_Point})[\\p{Mn}\\p{Me}]'
const MARKS = new RegExp(MARK, 'gu')
const MARKS_IN_ROW = new RegExp(
  `(?:${MARK}\\p{Default_Ignorable_Code_Point}*){${MARKS_IN_ROW_MAX + 1}}`,
  'u',
)

/** Whether a reader sees anything of a text: not only spaces, marks, fillers and other characters without a shape. */
export const isPrinted = (text: string): boolean => PRINTING.test(text)

/** Why a text is no name; `null` if it is one. The empty text is left to the limits of length. */
export function nameProblem(text: string): NameProblem | null {
  if (text === '') return null
  if (DIRECTION.test(text)) return 'direction'
  if (!isPrinted(text)) return 'blank'
  if (DIRECTION_MARK.test(text) && !RIGHT_TO_LEFT.test(text)) return 'direction'
  return hasManyMarks(text) ? 'marks' : null
}

function hasManyMarks(text: string): boolean {
  if (MARKS_IN_ROW.test(text)) return true
  const marks = text.match(MARKS)?.length ?? 0
  return marks > MARKS_FREE && marks > MARKS_PER_CHARACTER_MAX * (lengthOf(text) - marks)
}

/** Error message of a problem, after the field's name. */
export const nameSentence = (problem: NameProblem): string => SENTENCES[problem]

/** Characters that a name does not hold, besides those of its problems. */
export const NOT_IN_NAME = `${NEVER}\\t\\n\\r\\u2028\\u2029`
const NOT_IN_NAME_ALL = new RegExp(`[${NOT_IN_NAME}]`, 'gu')

/**
 * A name as it was typed, without what no person types: line ends and tabs become spaces, control characters are removed. What changes
 * the direction stays, to be refused: without it, the text would read differently.
 */
export const cleanName = (text: string): string =>
  text
    .replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replaceAll(NOT_IN_NAME_ALL, '')
    .trim()

/**
 * A name inside a text without markup: an attribute, a mail, the title of a page. Isolated if it could reorder what stands beside it (Unicode
 * Standard Annex 9, section 2.7).
 */
export const isolated = (name: string): string =>
  RIGHT_TO_LEFT.test(name) || DIRECTION_MARK.test(name) ? `\u2068${name}\u2069` : name

/** The name that readers see of an author: the display name, else the user name. */
export const shownName = (author: { name: string; display_name?: string | null | undefined }) =>
  author.display_name ?? author.name
