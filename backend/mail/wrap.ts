import { columnsOf, WIDE } from '#lib/contract/columns.ts'

/** Columns of the plain part of a message: a quoted line still has the 78 that RFC 5322, section 2.1.1, recommends. */
export const COLUMNS = 72

const WORDS = new Intl.Segmenter('ja', { granularity: 'word' })
/** Punctuation that does not end a line, and that does not begin one. */
const OPENING = /[「『（“《«]$/u
const CLOSING = /^[」』）”》»、。，．：；！？…ー]/u
const WIDE_END = new RegExp(`${WIDE.source}$`, 'u')
const WIDE_START = new RegExp(`^${WIDE.source}`, 'u')

/** Wraps a text at `COLUMNS`, where wide characters count twice. A word that is longer, such as an address, keeps its line. */
export const wrap = (text: string): string => text.split('\n').map(wrapLine).join('\n')

function wrapLine(line: string): string {
  const lines: string[] = []
  let last = ''
  for (const unit of unitsOf(line)) {
    const isFull = columnsOf((last + unit).trimEnd()) > COLUMNS
    if (isFull && last !== '') lines.push(last.trimEnd())
    last = isFull ? unit : last + unit
  }
  return [...lines, last.trimEnd()].join('\n')
}

/** The parts of a line between which it may be broken: at spaces, and between words of scripts without them. */
function unitsOf(line: string): string[] {
  const units: string[] = []
  for (const { segment } of WORDS.segment(line)) {
    const before = units.at(-1)
    if (before === undefined || isBreakable(before, segment)) units.push(segment)
    else units[units.length - 1] = before + segment
  }
  return units
}

function isBreakable(before: string, after: string): boolean {
  if (/^\s/u.test(after)) return false
  if (/\s$/u.test(before)) return true
  if (OPENING.test(before) || CLOSING.test(after)) return false
  return WIDE_END.test(before) || WIDE_START.test(after)
}
