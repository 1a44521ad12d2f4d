import { cleanText, withPlainLineEnds } from '#lib/contract/text.ts'
import { resolveLink } from '#lib/text/readme-source.ts'

/** Where a README stands, for its relative links. */
type Place = Parameters<typeof resolveLink>[0]

/** Characters of a README that are read: removed parts make room for later ones. */
const READ_MAX = 16 * 1024
/** Longest opening, in UTF-16 units. */
const OPENING_MAX = 1000

const FRONT_MATTER = /^---\n[^]{0,4000}?\n---\n/
const COMMENT = /<!--[^]*?(?:-->|$)/g
const TAG = /<\/?[a-z][a-z0-9-]{0,20}(?:\s[^<>]{0,1000})?\/?>/gi
const TARGET = String.raw`(?:\([^()\n]{0,500}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?\)|\[[^\]\n]{0,100}\])`
const LINKED_IMAGE = new RegExp(String.raw`\[!\[[^\]\n]{0,200}\]${TARGET}\s?\]${TARGET}`, 'g')
const IMAGE = new RegExp(String.raw`!\[[^\]\n]{0,200}\]${TARGET}?`, 'g')
const FOOTNOTE = /\[\^[^\]\s]{1,100}\]/g
const LINK = /\[([^[\]\n]{1,300})\]\(<?([^()<>\s]{1,500})>?(?:[ \t]+"[^"\n]{0,200}")?\)/g
const REFERENCE = /\[([^[\]\n]{1,300})\]\[([^[\]\n]{0,100})\]/g
const DEFINITION = /^ {0,3}\[([^\]\n]{1,100})\]:[ \t]*<?([^\s<>]{1,500})>?[^\n]{0,300}$/gm
const TITLE = /^#{1,6}(?:[ \t]|$)|^[^\n]+\n(?:=+|-+)[ \t]*(?:\n|$)/
const RULE = /^(?:[-*_][ \t]*){3,}$/
const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/
/** Blocks end at blank lines, and before headings and code. */
const BLOCK_END = /\n[ \t]*\n|\n(?=#{1,6}[ \t]|[ \t>]*(?:`{3}|~{3}))/

/**
 * The opening of a README as a description: the prose before its first section, without title, HTML, pictures and footnotes, with links
 * that lead to the repository. The README itself is shown below it. Runs in linear time.
 */
export function openingOfReadme(readme: string, place: Place): string {
  const text = withPlainLineEnds(cleanText(readme.slice(0, READ_MAX)))
    .replace(FRONT_MATTER, '')
    .replaceAll(COMMENT, '')
  const targets = new Map(
    [...text.matchAll(DEFINITION)].map(([, label = '', target = '']) => [keyOf(label), target]),
  )
  const blocks: string[] = []
  for (const block of text.replaceAll(DEFINITION, '').split(BLOCK_END)) {
    const isSection = TITLE.test(block.trimStart())
    if (FENCE.test(block) || (isSection && blocks.length > 0)) break
    const prose = proseOf(isSection ? withoutTitle(block) : block, place, targets)
    if (prose !== '') blocks.push(prose)
  }
  return cut(blocks)
}

const keyOf = (label: string) => label.trim().toLowerCase()
const withoutTitle = (block: string) =>
  block.trimStart().replace(/^#[^\n]*\n?|^[^\n]+\n[=-]+[ \t]*(?:\n|$)/, '')

/** A block without what is no prose; code in it stays unchanged. */
function proseOf(block: string, place: Place, targets: ReadonlyMap<string, string>): string {
  const text = block
    .replaceAll(LINKED_IMAGE, '')
    .replaceAll(IMAGE, '')
    .split(/(`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(TAG, '').replaceAll(FOOTNOTE, '')))
    .join('')
    .replaceAll(LINK, (_, label: string, target: string) => toLink(label, target, place))
    .replaceAll(REFERENCE, (whole, label: string, name: string) => {
      const target = targets.get(keyOf(name || label))
      return target === undefined ? whole : toLink(label, target, place)
    })
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
  return RULE.test(text) ? '' : text
}

/** What leads nowhere outside of the README is its text. */
function toLink(label: string, target: string, place: Place): string {
  if (/^mailto:/i.test(target)) return `[${label}](${target})`
  const address = resolveLink(place, target)
  if (address === null) return label
  return `[${label}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

/** The first blocks that fit; of a first one that does not, what fits, cut between sentences or words. */
function cut(blocks: readonly string[]): string {
  let text = ''
  for (const block of blocks) {
    const longer = text === '' ? block : `${text}\n\n${block}`
    if (longer.length > OPENING_MAX) break
    text = longer
  }
  const [first = ''] = blocks
  return text === '' ? shortened(first) : text
}

function shortened(text: string): string {
  if (text.length <= OPENING_MAX) return text
  let opening = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(
    text.slice(0, 2 * OPENING_MAX),
  )) {
    if (opening.length + segment.length > OPENING_MAX - 1) break
    opening += segment
  }
  const start = opening === '' ? text.slice(0, OPENING_MAX - 1) : opening
  return `${start.toWellFormed().trimEnd()}…`
}
