import { printParseErrorCode, visit } from 'jsonc-parser'

/** What is expected where the parser finds an error: the `value` of `manifest_syntax`. */
const EXPECTED: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'name',
  ValueExpected: 'value',
  ColonExpected: 'colon',
  CommaExpected: 'comma',
  CloseBraceExpected: 'brace',
  CloseBracketExpected: 'bracket',
  EndOfFileExpected: 'end',
  InvalidCommentToken: 'no_comment',
  UnexpectedEndOfComment: 'no_comment',
  UnexpectedEndOfString: 'quote',
  UnexpectedEndOfNumber: 'number',
  InvalidNumberFormat: 'number',
  InvalidUnicode: 'escape',
  InvalidEscapeCharacter: 'escape',
  InvalidCharacter: 'escape',
}
/** A token that JSON does not have. The next error says what is expected in its place. */
const UNKNOWN_TOKEN = 'InvalidSymbol'

/** Where a text is refused: line and column from 1, and what is expected there if it is not JSON. */
type JsonError = { line: number; column: number; value?: string }

/**
 * Finds the first error of a text that `parseBoundedJson` refuses. V8 names its position in some messages only.
 * @param error what it threw: the place of too many levels is in its message; a list that is too long has none.
 */
export function findJsonError(text: string, error: unknown): JsonError {
  return error instanceof SyntaxError ? findSyntaxError(text) : placeOf(error, text)
}

function placeOf(error: unknown, text: string): JsonError {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  const lines = text.slice(0, Number(position ?? 0)).split(/\r\n|\n|\r/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function findSyntaxError(text: string): JsonError {
  const errors: { name: string; offset: number; line: number; column: number }[] = []
  try {
    visit(
      text,
      {
        onError(code, offset, _length, line, column) {
          if (errors.some(({ name }) => name !== UNKNOWN_TOKEN)) return
          const name = printParseErrorCode(code)
          if (errors.length === 0 || name !== UNKNOWN_TOKEN)
            errors.push({ name, offset, line, column })
        },
      },
      { disallowComments: true },
    )
  } catch {
    // The library has no limit of depth.
  }
  const { offset, line, column } = errors[0] ?? { offset: 0, line: 0, column: 0 }
  const isStart = text.slice(0, offset).trim() === '' && errors[0]?.name !== 'InvalidCommentToken'
  const value = isStart ? 'object' : (EXPECTED[errors.at(-1)?.name ?? ''] ?? 'end')
  return { line: line + 1, column: column + 1, value }
}
