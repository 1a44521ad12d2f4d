import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'

/** What one Markdown text may cost. A text that passes a limit is shown without formatting. */
export type MarkdownLimits = {
  /** Characters that are read (Unicode code points); the rest is cut. */
  characters: number
  /** Nodes of the Markdown tree, and of the HTML tree. */
  nodes: number
  /** Characters of HTML. */
  output: number
  /**
   * Lines that underline a heading (`===`, `---`) or the head of a table: each one copies the parser's
   * list of events.
   */
  underlines: number
  /** Runs of `*`, `_` and `~`: the parser compares them with each other. */
  runs: number
  /** Markers of quotes and list items at the beginning of lines. */
  markers: number
  /** Lines that begin with a quote: each one that closes walks the parser's list of events. */
  quotes: number
  /** Openings of HTML comments and instructions: each one is looked for to the end of the text. */
  openings: number
  /** Pipe signs of tables, as many as may become cells. */
  pipes: number
}

/** Elements deeper than this: no text needs them, and they cost stack here and in browsers. */
export const NESTING_MAX = 100

/** Of a project: its description. */
export const DESCRIPTION_LIMITS: MarkdownLimits = limitsFor(DESCRIPTION_MAX)
/** Of the operator: a page of their own; a longer one is cut. */
export const PAGE_LIMITS: MarkdownLimits = { ...limitsFor(200_000), underlines: 600, runs: 6000 }

/**
 * The limits of a text with at most so many characters. The numbers are far above what people write:
 * a list of 1200 items of five characters each passes.
 */
function limitsFor(characters: number): MarkdownLimits {
  const part = characters / 8192
  return {
    characters,
    nodes: 8000 * part,
    output: 200_000 * part,
    underlines: 200,
    runs: 1000,
    markers: 1200 * part,
    quotes: 500,
    openings: 200,
    pipes: 3000 * part,
  }
}

const UNDERLINE = /^[ \t>]*(?:=+[ \t]*|[-|:][-|: \t]*)$/gm
const RUN = /[*_~]+/g
const MARKERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s|$)))+/gm
const MARKER = />|[-+*]|\d+[.)]/g
const QUOTE = /^[ \t]*>/gm

/** A construct that a text repeats more often than it may, or `null`. Linear in the text's length. */
export function excessOf(text: string, limits: MarkdownLimits): keyof MarkdownLimits | null {
  if (count(text, UNDERLINE) > limits.underlines) return 'underlines'
  if (count(text, RUN) > limits.runs) return 'runs'
  if (count(text, QUOTE) > limits.quotes) return 'quotes'
  if (count(text, /<[!?]/g) > limits.openings) return 'openings'
  if (count(text, /\|/g) > limits.pipes) return 'pipes'
  let markers = 0
  for (const [prefix] of text.matchAll(MARKERS)) markers += count(prefix, MARKER)
  return markers > limits.markers ? 'markers' : null
}

function count(text: string, pattern: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(pattern)) found += 1
  return found
}
