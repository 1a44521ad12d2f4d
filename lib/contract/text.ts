import { z } from 'zod'

/*
 * Text that people send. What nobody can see or type on purpose is refused: PostgreSQL cannot store
 * U+0000, XML 1.0 cannot hold most control characters (section 2.2), and a direction override in a
 * name turns the words beside it around (Unicode Technical Report 36, section 2.4).
 */

/** Control characters (C0, DEL, C1), lone surrogates, and U+FFFE and U+FFFF, which are no characters. */
const NEVER =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff\\ufffe\\uffff'
/** Besides, in one line: tab and line ends of all kinds, and what sets the direction of text. */
const NOT_IN_LINE = `${NEVER}\\t\\n\\r\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069`

const TEXT = new RegExp(`^[^${NEVER}]*$`, 'u')
const LINE = new RegExp(`^[^${NOT_IN_LINE}]*$`, 'u')

/** What the answer says of such a text, after the field's name. */
export const CONTROL_CHARACTERS = 'holds a control character'

/** One line that people send, such as a title: no control characters, no direction overrides. */
export const lineSchema = z.string().regex(LINE, CONTROL_CHARACTERS)
/** Text of several lines: tab and line ends besides. */
export const textSchema = z.string().regex(TEXT, CONTROL_CHARACTERS)

/** Characters as a limit counts them: Unicode code points, as JSON Schema and PostgreSQL do. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The first characters (`lengthOf`) of a text. */
export function firstOf(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  let [count, end] = [0, 0]
  for (const character of text) {
    if (count === maximum) break
    count += 1
    end += character.length
  }
  return text.slice(0, end)
}

/** At most so many characters (`lengthOf`), whatever number of UTF-16 units or bytes they are. */
export const upTo = (schema: z.ZodString, maximum: number) =>
  schema
    .check(({ value, issues }) => {
      if (lengthOf(value) <= maximum) return
      issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: value })
    })
    .meta({ maxLength: maximum })

/** Line ends as text fields of browsers count and send them: one character each. */
export const withPlainLineEnds = (text: string) => text.replaceAll(/\r\n?/g, '\n')

const allOf = (characters: string) => new RegExp(`[${characters}]`, 'gu')
const NEVER_ALL = allOf(NEVER)
const NOT_IN_LINE_ALL = allOf(NOT_IN_LINE)

/** A line as `lineSchema` takes it: line ends and tabs become spaces, the rest is left out. */
export const cleanLine = (text: string) =>
  text.replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ').replaceAll(NOT_IN_LINE_ALL, '')
/** A text as `textSchema` takes it. */
export const cleanText = (text: string) => text.replaceAll(NEVER_ALL, '')

// oxlint-disable-next-line no-control-regex -- these are the characters that are replaced
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/**
 * Text as XML 1.0 can hold it: what it cannot becomes U+FFFD, of the same length, so that a reader
 * sees that something stood there. For text that is stored already or comes from another backend.
 */
export const printable = (text: string) => text.toWellFormed().replaceAll(UNPRINTABLE, '\ufffd')

/** Text that a backend answers: never refused, since one bad title would take a whole list away. */
export const answeredText = z.string().overwrite(printable)
