import { ABOUT_MAX, DESCRIPTION_MAX, NOTES_MAX, README_MAX } from '#lib/contract/limits.ts'

/** Limits of a Markdown text. A text that exceeds one of them is shown without formatting. */
export type MarkdownLimits = {
  /** Length in Unicode code points; the rest is cut off. */
  characters: number
  /** Nodes of the Markdown tree, and of the HTML tree. */
  nodes: number
  /** Characters of HTML. */
  output: number
  /** Underlines of headings (`===`, `---`) and table heads: each copies the parser's list of events. */
  underlines: number
  /** Runs of `*`, `_` and `~`: the parser compares all pairs of them. */
  runs: number
  /** Markers of quotes and list items at the start of lines. */
  markers: number
  /** Quoted lines and footnotes: closing one walks the parser's list of events. */
  quotes: number
  /** Starts of HTML comments and instructions: each is searched for its end through the whole text. */
  openings: number
  /** Opening brackets: each closing one is compared with those that are open. */
  brackets: number
  /** Closing brackets without an opening one, which is searched for through the parser's list of events. */
  closings: number
  /** Pipe characters, each of which may become a table cell. */
  pipes: number
}

/** Length of a page of the operator, in characters. */
export const PAGE_MAX = 200_000

/** Depth of elements, which costs stack here and in browsers. */
export const NESTING_MAX = 100

/** Descriptions of projects. */
export const DESCRIPTION_LIMITS: MarkdownLimits = limitsFor(DESCRIPTION_MAX)
/** What authors say of themselves. */
export const PROFILE_LIMITS: MarkdownLimits = limitsFor(ABOUT_MAX)
/** Notes of versions. */
export const NOTES_LIMITS: MarkdownLimits = limitsFor(NOTES_MAX)
/** READMEs of repositories. */
export const README_LIMITS: MarkdownLimits = {
  ...limitsFor(README_MAX),
  output: 600_000,
  underlines: 400,
  runs: 4000,
}
/** Pages of the operator, such as the imprint. */
export const PAGE_LIMITS: MarkdownLimits = { ...limitsFor(PAGE_MAX), underlines: 600, runs: 6000 }

/** The limits for a text length, far above those of real texts: 1200 list items of 5 characters pass. */
function limitsFor(characters: number): MarkdownLimits {
  const scale = characters / 8192
  return {
    characters,
    nodes: 8000 * scale,
    output: 200_000 * scale,
    underlines: 200,
    runs: 1000,
    markers: 1200 * scale,
    quotes: 500,
    openings: 200,
    brackets: 6000,
    closings: 500,
    pipes: 3000 * scale,
  }
}

const UNDERLINE = /^[ \t>]*(?:=+[ \t]*|[-|:][-|: \t]*)$/gm
const RUN = /\*+|_+|~+/g
const MARKERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s|$)))+/gm
const MARKER = />|[-+*]|\d+[.)]/g
const QUOTE = /^[ \t]*(?:>|\[\^[^\]\n]{1,999}\]:)/gm

/** The first limit of constructs that a text exceeds, or `null`. Linear in the length. */
export function findExcess(text: string, limits: MarkdownLimits): keyof MarkdownLimits | null {
  if (count(text, UNDERLINE) > limits.underlines) return 'underlines'
  if (count(text, RUN) > limits.runs) return 'runs'
  if (count(text, QUOTE) > limits.quotes) return 'quotes'
  if (count(text, /<[!?]/g) > limits.openings) return 'openings'
  if (count(text, /\[/g) > limits.brackets) return 'brackets'
  if (countClosings(text) > limits.closings) return 'closings'
  if (count(text, /\|/g) > limits.pipes) return 'pipes'
  let markers = 0
  for (const [prefix] of text.matchAll(MARKERS)) markers += count(prefix, MARKER)
  return markers > limits.markers ? 'markers' : null
}

function countClosings(text: string): number {
  let [open, unmatched] = [0, 0]
  for (const [bracket] of text.matchAll(/[[\]]/g)) {
    if (bracket === '[') open += 1
    else if (open > 0) open -= 1
    else unmatched += 1
  }
  return unmatched
}

function count(text: string, pattern: RegExp): number {
  let matches = 0
  for (const _ of text.matchAll(pattern)) matches += 1
  return matches
}
