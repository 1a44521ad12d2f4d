import type { TextRun } from './runs.ts'

/** Words that are one name together with their symbols: runs `first` to `last` of a text. */
export type SymbolName = {
  /** Folded, with the symbols: `c++`, `.net`, `node.js`, `@scope/name`, `#tag`. */
  term: string
  first: number
  last: number
  start: number
  end: number
  /** Whether its words mean something else without the symbols: C++ is no C. */
  isOther: boolean
}

/** Whether a title keeps its symbols where titles are compared: Notepad++ is no Notepad, but Node.js is “node js”. */
export const isKept = ({ term }: SymbolName) => /[+#]$|^\.net$/.test(term)

/** Runs of one name. */
const RUNS_MAX = 8
/** Letters of the ending of a dotted name: `js`, `net`. */
const ENDING = /^\p{L}{2,4}$/u
/** Letters that are another name with `++`. */
const SHORT_MAX = 3

/** The names with symbols in a text, in order. @param runs `splitRuns(text)`. */
export function symbolNames(text: string, runs: TextRun[]): SymbolName[] {
  const names: SymbolName[] = []
  for (let at = 0; at < runs.length;) {
    const name = nameAt(text, runs, at)
    if (name) names.push(name)
    at = (name?.last ?? at) + 1
  }
  return names
}

const hasLetter = (term: string) => /\p{L}/u.test(term)
const isWordPart = (character: string) => /^[\p{L}\p{N}\p{M}]/u.test(character)
/** The character of the text, full-width ones as ASCII. */
const characterAt = (text: string, index: number) => (text[index] ?? '').normalize('NFKC')
const foldedOf = (run: TextRun | undefined) =>
  run?.letters.map(({ folded }) => folded).join('') ?? ''
const startOf = (run: TextRun | undefined) => run?.letters[0]?.start ?? 0
const endOf = (run: TextRun | undefined) => run?.letters.at(-1)?.end ?? 0

function nameAt(text: string, runs: TextRun[], at: number): SymbolName | null {
  const run = runs[at]
  const start = startOf(run)
  const before = characterAt(text, start - 1)
  const isApart = !isWordPart(characterAt(text, start - 2))
  if (before === '#' && isApart) return tagAt(text, runs, at)
  if (before === '@' && isApart) return scopeAt(text, runs, at)
  if (!run || run.isUnspaced) return null
  const word = foldedOf(run)
  const own = { first: at, last: at, start, end: endOf(run) }
  if (before === '.' && isApart && word === 'net' && characterAt(text, start - 2) !== '.') {
    return { ...own, term: '.net', start: start - 1, isOther: true }
  }
  if (!hasLetter(word)) return null
  const [next, second, third] = [0, 1, 2].map((by) => characterAt(text, own.end + by))
  if (next === '+' && second === '+' && third !== '+') {
    const isOther = [...word].length <= SHORT_MAX
    return { ...own, term: `${word}++`, end: own.end + 2, isOther }
  }
  if (next === '#' && [...word].length === 1 && !hasLetter(second ?? '')) {
    return { ...own, term: `${word}#`, end: own.end + 1, isOther: true }
  }
  return dottedAt(text, runs, at)
}

/** `node.js`, not `e.g` or `1.5`. */
function dottedAt(text: string, runs: TextRun[], at: number): SymbolName | null {
  const [run, ending] = [runs[at], runs[at + 1]]
  const [word, last] = [foldedOf(run), foldedOf(ending)]
  const isDotted = gapBetween(text, run, ending) === '.' && [...word].length > 1
  if (!isDotted || !ENDING.test(last) || ending?.isUnspaced) return null
  const range = { first: at, last: at + 1, start: startOf(run), end: endOf(ending) }
  return { ...range, term: `${word}.${last}`, isOther: false }
}

/** `#dark-mode` is one tag; `#1` is a number. */
function tagAt(text: string, runs: TextRun[], first: number): SymbolName | null {
  const last = lastJoined(text, runs, first, /^[-_]$/)
  const words = runs
    .slice(first, last + 1)
    .map(foldedOf)
    .join('')
  if (!hasLetter(words)) return null
  const range = { first, last, start: startOf(runs[first]) - 1, end: endOf(runs[last]) }
  return { ...range, term: `#${words}`, isOther: false }
}

function scopeAt(text: string, runs: TextRun[], first: number): SymbolName | null {
  const scope = lastJoined(text, runs, first, /^[-._]$/)
  if (gapBetween(text, runs[scope], runs[scope + 1]) !== '/') return null
  const last = lastJoined(text, runs, scope + 1, /^[-._]$/)
  if (last - first >= RUNS_MAX) return null
  const words = runs.slice(first, last + 1).map((run, at) => {
    const gap = at === 0 ? '@' : (gapBetween(text, runs[first + at - 1], run) ?? '')
    return gap + foldedOf(run)
  })
  const range = { first, last, start: startOf(runs[first]) - 1, end: endOf(runs[last]) }
  return { ...range, term: words.join(''), isOther: false }
}

/** The last of at most `RUNS_MAX` runs that one matching character each stands between. */
function lastJoined(text: string, runs: TextRun[], first: number, gap: RegExp): number {
  let last = first
  while (
    last - first < RUNS_MAX - 1 &&
    gap.test(gapBetween(text, runs[last], runs[last + 1]) ?? '')
  )
    last += 1
  return last
}

/** The character between two runs, `null` if there are several or there is no second run. */
function gapBetween(
  text: string,
  run: TextRun | undefined,
  next: TextRun | undefined,
): string | null {
  if (!run || !next || startOf(next) !== endOf(run) + 1) return null
  return characterAt(text, endOf(run))
}
