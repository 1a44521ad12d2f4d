import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { type Processor, unified } from 'unified'
import { firstOf } from '#lib/contract/text.ts'
import { DESCRIPTION_LIMITS, findExcess, type MarkdownLimits, NESTING_MAX } from './limits.ts'
import type { Outcome } from './result.ts'
import { summaryOf } from './summary.ts'
import {
  boundTables,
  breakUrls,
  keepHtmlText,
  measure,
  outlineHeadings,
  type Root,
  safeLinks,
} from './tree.ts'

/** Nested containers in one line, which cost stack. */
const CONTAINERS_MAX = 40

const schema: Options = {
  ...defaultSchema,
  tagNames: 'p br hr strong em del a code pre blockquote ul ol li h1 h2 h3 h4 h5 h6'
    .concat(' table thead tbody tr th td')
    .split(' '),
  attributes: {
    a: ['href'],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  clobberPrefix: 'd-',
}

/** Footnotes would need ids and translated labels. */
function withoutFootnotes(this: Processor) {
  const data = this.data()
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    {
      disable: {
        null: ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'],
      },
    },
  ]
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(withoutFootnotes)
  .use(() => boundTables)
  .use(() => keepHtmlText)
  .use(remarkRehype)
  .use(rehypeSanitize, schema)
  .use(() => outlineHeadings)
  .use(() => safeLinks)
  .use(() => breakUrls)
  .use(rehypeStringify)
  .freeze()

/** Cuts the container markers of a line (`>>>>…`, `- - - …`) to a depth that the tree walkers support. */
function flatten(markdown: string): string {
  const marker = new RegExp(
    `^((?:[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])){${CONTAINERS_MAX}}).*$`,
    'gm',
  )
  return markdown.replaceAll(marker, '$1')
}

/**
 * Renders Markdown with GFM tables, strikethrough and autolinks to HTML that is safe to embed: sanitised
 * after rendering, without images and with only the text of inline HTML; links to `http`, `https` and
 * `mailto` only. Headings start at `h3` and never skip a level (WCAG 1.3.1).
 *
 * Blocks its thread, for some inputs for seconds: run it in a process that can be killed. A text that
 * exceeds a limit is refused with the name of the limit.
 */
export function render(markdown: string, limits: MarkdownLimits = DESCRIPTION_LIMITS): Outcome {
  const text = firstOf(markdown, limits.characters).toWellFormed()
  const excess = findExcess(text, limits)
  if (excess) return { refused: excess }
  const parsed = processor.parse(flatten(text))
  const exceeded = exceededLimit(parsed, limits)
  if (exceeded) return { refused: exceeded }
  const tree: Root = processor.runSync(parsed)
  const exceededByTree = exceededLimit(tree, limits)
  if (exceededByTree) return { refused: exceededByTree }
  const html = processor.stringify(tree)
  if (html.length > limits.output) return { refused: 'output' }
  return { html, summary: summaryOf(runningText(tree)) }
}

function exceededLimit(tree: Parameters<typeof measure>[0], limits: MarkdownLimits) {
  const { nodes, depth } = measure(tree)
  if (nodes > limits.nodes) return 'nodes'
  return depth > NESTING_MAX ? 'nesting' : null
}

/** The text without formatting; blocks are separated by spaces. */
function runningText(tree: Root): string {
  const parts: string[] = []
  const collect = (node: Root | Root['children'][number]) => {
    if (node.type === 'text') parts.push(node.value)
    else if ('children' in node) {
      node.children.forEach(collect)
      if (
        node.type === 'element' &&
        !['a', 'code', 'del', 'em', 'strong', 'wbr'].includes(node.tagName)
      )
        parts.push(' ')
    }
  }
  collect(tree)
  return parts.join('')
}
