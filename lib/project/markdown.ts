import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { type Processor, unified } from 'unified'
import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'
import { boundTables, outlineHeadings, safeLinks, type Root } from './markdown-tree.ts'

/** Containers deeper than this are no writing; they only cost stack. */
const NESTING_MAX = 40

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

/** Foot notes need ids and translated labels; a description of this length can do without. */
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
  .use(remarkRehype)
  .use(rehypeSanitize, schema)
  .use(() => outlineHeadings)
  .use(() => safeLinks)
  .use(rehypeStringify)
  .freeze()

function toTree(markdown: string, max = DESCRIPTION_MAX): Root {
  const text = flatten(markdown.slice(0, max))
  return processor.runSync(processor.parse(text))
}

/** Shortens what a line begins with (`>>>>…`, `- - - …`) to a depth that the walkers can take. */
function flatten(markdown: string): string {
  const marker = new RegExp(
    `^((?:[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])){${NESTING_MAX}}).*$`,
    'gm',
  )
  return markdown.replaceAll(marker, '$1')
}

/**
 * Renders a project's description (Markdown with GFM tables, strikethrough and bare links) as HTML
 * that is safe to put into a page: cleaned after rendering, no HTML of the author's own, no images,
 * links to `http`, `https` and `mailto` alone. Headings start at `h3` and never skip a level
 * (WCAG 1.3.1). Only the first `max` characters are read: 8192, unless somebody else has written it.
 */
export function renderMarkdown(markdown: string, max?: number): string {
  return processor.stringify(toTree(markdown, max))
}

/** The same description as running text without marks, its blocks parted by a space. */
export function plainText(markdown: string): string {
  const parts: string[] = []
  const collect = (node: Root | Root['children'][number]) => {
    if (node.type === 'text') parts.push(node.value)
    else if ('children' in node) {
      node.children.forEach(collect)
      if (node.type === 'element' && !['a', 'code', 'del', 'em', 'strong'].includes(node.tagName))
        parts.push(' ')
    }
  }
  collect(toTree(markdown))
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}
