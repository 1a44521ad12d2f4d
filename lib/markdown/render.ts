import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { firstOf } from '#lib/contract/text.ts'
import type { MarkdownSource } from '#lib/text/readme-source.ts'
import { decorate } from './decorate.ts'
import { showEmoji } from './emoji.ts'
import { addContents, foldLongText } from './fold.ts'
import { splitFrontMatter } from './front-matter.ts'
import { idsOf, outlineHeadings } from './headings.ts'
import { labelMark, MARKS } from './labels.ts'
import {
  DESCRIPTION_LIMITS,
  findExcess,
  type MarkdownLimits,
  NESTING_MAX,
  NOTES_LIMITS,
  PAGE_LIMITS,
  PROFILE_LIMITS,
  README_LIMITS,
} from './limits.ts'
import { breakUrls, nameLinks, resolveLinks } from './links.ts'
import { nestProperly } from './nest.ts'
import { showPictures } from './pictures.ts'
import { boundTables, keepHtml, markAlerts } from './prepare.ts'
import type { MarkdownChange, Document, MarkdownOutcome } from './result.ts'
import { schema } from './schema.ts'
import { summaryOf } from './summary.ts'
import { element, measure, type Root, text } from './tree.ts'
import { runningText } from './running-text.ts'

/** Nested containers in one line, which cost stack. */
const CONTAINERS_MAX = 40

const LIMITS: Readonly<Record<Document, MarkdownLimits>> = {
  description: DESCRIPTION_LIMITS,
  readme: README_LIMITS,
  notes: NOTES_LIMITS,
  profile: PROFILE_LIMITS,
  page: PAGE_LIMITS,
}

/** Level of the first heading: above a page of the operator and a profile there is only the title. */
const TOP: Readonly<Record<Document, number>> = {
  description: 3,
  readme: 3,
  notes: 3,
  profile: 2,
  page: 2,
}
const HAS_CONTENTS: ReadonlySet<Document> = new Set(['description', 'readme', 'page'])
const HAS_FOLD: ReadonlySet<Document> = new Set(['description', 'readme'])

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  .use(remarkCjkStrikethrough)
  .freeze()

const toHtml = unified()
  .use(remarkRehype, {
    allowDangerousHtml: true,
    clobberPrefix: '',
    footnoteLabel: labelMark('footnotes'),
    // As text: some systems have a coloured picture of the arrow.
    footnoteBackContent: (_: number, repeated: number) => [
      text('↩\ufe0e'),
      ...(repeated > 1 ? [element('sup', {}, text(String(repeated)))] : []),
    ],
    footnoteBackLabel: (reference: number, repeated: number) =>
      labelMark('back', `${reference + 1}${repeated > 1 ? `-${repeated}` : ''}`),
  })
  .use(rehypeRaw)
  .freeze()

const writer = unified().use(rehypeSanitize, schema).use(rehypeStringify).freeze()

type Options = { source?: MarkdownSource | null; limits?: MarkdownLimits }

/**
 * Renders Markdown as GitHub writes it (GFM with footnotes, alerts, short names of emoji and some HTML) to HTML that is safe to
 * embed: sanitised as the last step; links to `http`, `https`, `mailto` and into the document only; of pictures those that
 * `source` names. Headings never skip a level (WCAG 1.3.1).
 *
 * Blocks its thread, for some inputs for seconds: run it in a process that can be killed. A text that
 * exceeds a limit is refused with the name of the limit.
 */
export function render(
  markdown: string,
  of: Document = 'description',
  { source = null, limits = LIMITS[of] }: Options = {},
): MarkdownOutcome {
  const given = firstOf(markdown, limits.characters).toWellFormed().replaceAll(MARKS, '\ufffd')
  const { text: body, frontMatter } = splitFrontMatter(given.replaceAll(/\r\n?/g, '\n'))
  const excess = findExcess(body, limits)
  if (excess) return { refused: excess }
  const parsed = parser.parse(flatten(body))
  const exceeded = exceededLimit(parsed, limits)
  if (exceeded) return { refused: exceeded }
  const tables = boundTables(parsed)
  const leftOut = keepHtml(parsed)
  markAlerts(parsed)
  const tree: Root = toHtml.runSync(parsed)
  const exceededByHtml = exceededLimit(tree, limits)
  if (exceededByHtml) return { refused: exceededByHtml }

  nestProperly(tree)
  const headings = outlineHeadings(tree, TOP[of])
  showEmoji(tree)
  const links = resolveLinks(tree, idsOf(tree), source)
  const summary = summaryOf(runningText(tree) || runningText(tree, true))
  const pictures = showPictures(tree, source)
  nameLinks(tree)
  decorate(tree)
  breakUrls(tree)
  if (HAS_CONTENTS.has(of)) addContents(tree, headings)
  if (HAS_FOLD.has(of)) foldLongText(tree)

  const html = writer.stringify(writer.runSync(tree)).trim()
  if (html.length > limits.output) return { refused: 'output' }
  const counts: Record<MarkdownChange, number> = {
    ...leftOut,
    pictures,
    links,
    tables,
    frontMatter: frontMatter ? 1 : 0,
  }
  const changes = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  return { html, summary, changes, ...frontMatter }
}

/** Cuts the container markers of a line (`>>>>…`, `- - - …`) to a depth that the tree walkers support. */
function flatten(markdown: string): string {
  const marker = new RegExp(
    `^((?:[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])){${CONTAINERS_MAX}}).*$`,
    'gm',
  )
  return markdown.replaceAll(marker, '$1')
}

function exceededLimit(tree: Parameters<typeof measure>[0], limits: MarkdownLimits) {
  const { nodes, depth } = measure(tree)
  if (nodes > limits.nodes) return 'nodes'
  return depth > NESTING_MAX ? 'nesting' : null
}
