import { z } from 'zod'

/*
 * Text input. Invisible characters are rejected: PostgreSQL cannot store U+0000, XML 1.0 forbids most control
 * characters (section 2.2), and a direction override in a name reverses the text around it (Unicode Technical
 * Report 36, section 2.4).
 */

/** Control characters (C0, DEL, C1), lone surrogates, and the noncharacters U+FFFE and U+FFFF. */
export const NEVER =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff\\ufffe\\uffff'
/** In single-line text also tabs, line ends and direction overrides. */
const NOT_IN_LINE = `${NEVER}\\t\\n\\r\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069`

const TEXT = new RegExp(`^[^${NEVER}]*$`, 'u')
const LINE = new RegExp(`^[^${NOT_IN_LINE}]*$`, 'u')

/** Error message, after the field's name. */
export const CONTROL_CHARACTERS = 'holds a control character'

/** Single-line input, such as a title: no control characters, no direction overrides. */
export const lineSchema = z.string().regex(LINE, CONTROL_CHARACTERS)
/** Multi-line input: also tabs and line ends. */
export const textSchema = z.string().regex(TEXT, CONTROL_CHARACTERS)

/** Length in Unicode code points, as JSON Schema and PostgreSQL count. */
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

/** Limits a text to a number of characters (`lengthOf`). */
export const upTo = (schema: z.ZodString, maximum: number) =>
  schema
    .check(({ value, issues }) => {
      if (lengthOf(value) <= maximum) return
      issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: value })
    })
    .meta({ maxLength: maximum })

/** Normalises line ends to one character each, as browsers count them. */
export const withPlainLineEnds = (text: string) => text.replaceAll(/\r\n?/g, '\n')

const allOf = (characters: string) => new RegExp(`[${characters}]`, 'gu')
const NEVER_ALL = allOf(NEVER)
const NOT_IN_LINE_ALL = allOf(NOT_IN_LINE)

/** Makes a text valid for `lineSchema`: line ends and tabs become spaces, other characters are removed. */
export const cleanLine = (text: string) =>
  text.replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ').replaceAll(NOT_IN_LINE_ALL, '')
/** Makes a text valid for `textSchema`. */
export const cleanText = (text: string) => text.replaceAll(NEVER_ALL, '')

// oxlint-disable-next-line no-control-regex -- matches the characters to replace
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/**
 * Text that XML 1.0 allows: other characters become U+FFFD. For text that is stored already or comes from another
 * backend.
 */
export const printable = (text: string) => text.toWellFormed().replaceAll(UNPRINTABLE, '\ufffd')

/** Text in an answer: never rejected, since one bad title would fail a whole list. */
export const answeredText = z.string().overwrite(printable)

/** The parts of a web address between which a line may break: after a slash, before query and fragment. */
export const urlPieces = (url: string): string[] => url.split(/(?<=[^/:]\/)(?=[^/])|(?=[?&#])/)

/** Tags typed with commas between them, ASCII, ideographic or full-width. */
export const parseTags = (tags: string): string[] =>
  cleanLine(tags)
    .split(/[,、，]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
