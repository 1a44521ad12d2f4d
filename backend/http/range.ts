/** A part of a file: first and last byte, both included. */
export type Range = { start: number; end: number }

/**
 * Reads a `Range` header (RFC 9110, section 14). `null`: send the whole, as for units or lists of
 * ranges that are not served; `'unsatisfiable'`: answer 416.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): Range | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
