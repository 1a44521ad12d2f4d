/** First and last byte of a part of a file, both inclusive. */
export type Range = { start: number; end: number }

/**
 * Parses a `Range` header (RFC 9110, section 14). `null`: send the whole file, also for other units and
 * lists of ranges; `'unsatisfiable'`: answer 416.
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
