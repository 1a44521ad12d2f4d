import type { Heading } from './headings.ts'
import { ID_PREFIX, labelMark } from './labels.ts'
import {
  type Content,
  element,
  isContent,
  isElement,
  type Node,
  property,
  type Root,
  text,
  textOf,
} from './tree.ts'

/** From so many headings on a text has a table of contents. */
const CONTENTS_MIN = 4
/** Levels of headings in it. */
const CONTENTS_LEVELS = 2

/**
 * Adds a table of contents before the second heading, so that the text begins as it was written. A single heading above all
 * others is the title of the text, and not listed.
 */
export function addContents(tree: Root, headings: readonly Heading[]): void {
  const named = headings.filter(({ id }) => id !== '')
  if (named.length < CONTENTS_MIN) return
  const top = Math.min(...named.map(({ level }) => level))
  const isTitled =
    named[0]?.level === top && named.filter(({ level }) => level === top).length === 1
  const first = isTitled ? top + 1 : top
  const listed = named.filter(({ level }) => level >= first && level < first + CONTENTS_LEVELS)
  const nav = element(
    'details',
    { className: ['toc'] },
    element('summary', {}, text(labelMark('contents'))),
    element('nav', { ariaLabel: labelMark('contents') }, list(listed, first)),
  )
  const at = tree.children.findIndex(
    (node, index) => index > 0 && isElement(node) && /^h[1-6]$/.test(node.tagName),
  )
  tree.children.splice(Math.max(at, 0), 0, nav)
}

function list(headings: readonly Heading[], level: number): ReturnType<typeof element> {
  const items: ReturnType<typeof element>[] = []
  for (let at = 0; at < headings.length;) {
    const heading = headings[at]
    if (!heading) break
    const below = headings.slice(at + 1).findIndex((other) => other.level <= level)
    const end = below < 0 ? headings.length : at + 1 + below
    const inner = headings.slice(at + 1, end)
    const link = element('a', { href: `#${ID_PREFIX}${heading.id}` }, text(nameOf(heading)))
    items.push(element('li', {}, link, ...(inner.length > 0 ? [list(inner, level + 1)] : [])))
    at = end
  }
  return element('ul', {}, ...items)
}

const nameOf = ({ element: heading }: Heading) => textOf(heading).replaceAll(/\s+/g, ' ').trim()

/** Rows of text that are shown at once; shorter rests are not worth a fold. */
const SHOWN_ROWS = 36
const REST_ROWS = 24
/** A heading is a good place for the end from so many rows on. */
const HEADING_ROWS = 24
/** Width of a row in Latin letters, and its height in pixels. */
const ROW_LETTERS = 76
const ROW_PIXELS = 28

/** Folds the end of a long text: browsers open it at a link into it, and for a search in the page. */
export function foldLongText(tree: Root): void {
  const blocks = tree.children.filter(isContent)
  let rows = 0
  const ends = blocks.map((block) => (rows += rowsOf(block)))
  const at = blocks.findIndex((block, index) => {
    const before = ends[index - 1] ?? 0
    return before >= SHOWN_ROWS || (before >= HEADING_ROWS && isHeading(block))
  })
  if (at < 1) return
  // No heading without what is below it; between blocks are line ends.
  const begin = !isHeading(blocks[at]) && isHeading(blocks[at - 2]) ? at - 2 : at
  if (rows - (ends[begin - 1] ?? 0) < REST_ROWS) return
  const label = (name: 'more' | 'less') =>
    element('span', { className: [`show-${name}`] }, text(labelMark(name)))
  const summary = element('summary', {}, label('more'), label('less'))
  const rest: Content[] = blocks.slice(begin)
  tree.children = [
    ...blocks.slice(0, begin),
    element('details', { className: ['rest'] }, summary, ...rest),
  ]
}

const isHeading = (node: Node | undefined) => isElement(node) && /^h[1-6]$/.test(node.tagName)

/** About how many rows a block takes. */
function rowsOf(node: Node): number {
  if (node.type === 'text') return lettersOf(node.value) / ROW_LETTERS
  if (!isElement(node)) return 0
  if (node.tagName === 'img') return (Number(property(node, 'height')) || 0) / ROW_PIXELS
  if (node.tagName === 'pre') return textOf(node).split('\n').length * 0.75
  // Closed.
  if (node.tagName === 'details') return 1
  const rows = node.children.reduce((sum, child) => sum + rowsOf(child), 0)
  return /^(?:p|li|tr|h[1-6])$/.test(node.tagName) ? Math.ceil(rows) + 0.5 : rows
}

/** Chinese, Japanese and Korean characters are twice as wide. */
const lettersOf = (value: string) =>
  value.trim().length +
  (value.match(/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/g)?.length ?? 0)
