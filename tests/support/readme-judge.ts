import GithubSlugger from 'github-slugger'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import emoji from '#lib/markdown/emoji.json' with { type: 'json' }
import { README_MAX } from '#lib/contract/limits.ts'
import { fillMarks } from '#lib/markdown/labels.ts'
import { render } from '#lib/markdown/render.ts'
import { resolveLink } from '#lib/text/readme-source.ts'

/*
 * Compares rendered READMEs with what remark-gfm and a parser for HTML make of them: same text, same links, same headings. The
 * intended differences, each made in the reference or left out of the rendering below:
 *
 * 1. A picture that is not stored is its alternative text, else its file name, and a link to the picture where no other link is around
 *    it. One for dark screens only is left out.
 * 2. Scripts, styles, frames, drawings and form fields are left out with their contents.
 * 3. The first line of an alert, `[!NOTE]`, is its title.
 * 4. Short names of emoji are emoji, outside of code.
 * 5. Relative links lead to the repository, links to headings stay in the document, also by the address of the repository or of its
 *    README. A link without a target is its text: other schemes, leaving the repository, a heading that there is not.
 * 6. The page adds contents, titles of alerts, labels of footnotes and tasks, names of languages, and the fold of a long text.
 * 7. A link without a text has its address, unless it is what the parser leaves beside a link that spans blocks.
 * 8. Tables have at most 40 columns and 1,200 cells, and texts at most 65,536 characters; such READMEs are not compared.
 */

const SOURCE = {
  repository: 'https://github.com/owner/name',
  commit: 'c0ffee1234567890c0ffee1234567890c0ffee12',
  folder: '',
  pictures: {},
}

type Node = DefaultTreeAdapterTypes.ChildNode
type Parent = DefaultTreeAdapterTypes.ParentNode
type Place = { isInLink: boolean; isInCode: boolean }
/** Text without spaces, addresses of links, texts of headings. */
type Structure = { text: string; links: string[]; headings: string[] }

const reference = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze()

/** Difference 3, as the reference writes it. */
const ALERT =
  /(<blockquote>\n<p>)\[!(?:note|tip|important|warning|caution)\][ \t]*(?:<br>)?(?=\n|<\/p>)/gi

/** The differences between a README as it is shown and the reference; `null` for one that is not compared (8). */
export function differencesOf(markdown: string): string[] | null {
  const outcome = render(markdown, 'readme', { source: SOURCE })
  if ('refused' in outcome) return [`refused: ${outcome.refused}`]
  if (outcome.changes.tables !== undefined || markdown.length > README_MAX) return null
  const html = reference.processSync(markdown.replaceAll(/\r\n?/g, '\n')).toString()
  const shown = structureOf(fillMarks(outcome.html, 'd', (label) => label))
  const wanted = structureOf(html.replaceAll(ALERT, '$1'), true)
  return [
    ...difference('text', shown.text, wanted.text),
    ...difference('headings', shown.headings.join('\n'), wanted.headings.join('\n')),
    ...difference('links', shown.links.join('\n'), wanted.links.join('\n')),
  ]
}

/** Where two texts begin to differ. */
function difference(what: string, shown: string, wanted: string): string[] {
  if (shown === wanted) return []
  let at = 0
  while (shown[at] === wanted[at]) at += 1
  const near = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 60))
  return [`${what}: ${near(shown)} instead of ${near(wanted)}`]
}

const attribute = (node: Node | Parent, name: string) =>
  'attrs' in node ? (node.attrs.find((one) => one.name === name)?.value ?? null) : null
const hasClass = (node: Node | Parent, names: RegExp) => names.test(attribute(node, 'class') ?? '')
const squeeze = (text: string) => text.replaceAll(/\s+/g, '')
const EMOJI: ReadonlyMap<string, string> = new Map(Object.entries(emoji))

/** Differences 2 and 6. */
const isLeftOut = (node: Node) =>
  /^(?:button|iframe|math|noscript|object|script|select|style|svg|template|textarea|title)$/.test(
    node.nodeName,
  ) ||
  hasClass(node, /^(?:alert-title|data-footnote-backref|show-less|show-more|sr-only|toc)\b/) ||
  ('parentNode' in node &&
    node.parentNode !== null &&
    node.nodeName === 'span' &&
    hasClass(node.parentNode, /^code-block$/))

/** Reads HTML: of ours, or of the reference, where the intended differences are made. */
function structureOf(html: string, isReference = false): Structure {
  const nodes = parseFragment(html).childNodes
  const names = isReference ? namesIn(nodes) : new Set<string>()
  const empty = isReference ? emptyLinksIn(nodes) : new Map<Node, string>()
  const links: string[] = []
  const headings: string[] = []
  const readAll = (all: Node[], place: Place) => all.map((node) => read(node, place)).join('')

  function read(node: Node, { isInLink, isInCode }: Place): string {
    if ('value' in node) return isReference && !isInCode ? withEmoji(node.value) : node.value
    if (!('childNodes' in node) || isLeftOut(node)) return ''
    if (node.nodeName === 'img') return readPicture(node, isInLink)
    const emptyText = empty.get(node)
    if (emptyText === '') return ''
    const href = node.nodeName === 'a' ? attribute(node, 'href') : null
    const address = isReference && href !== null ? targetOf(href, names) : href
    if (address !== null) links.push(address.startsWith('#') ? '#' : address)
    const text = readAll(node.childNodes, {
      isInLink: isInLink || address !== null,
      isInCode: isInCode || /^(?:code|kbd|pre|samp)$/.test(node.nodeName),
    })
    if (/^h[1-6]$/.test(node.nodeName)) headings.push(squeeze(text))
    return emptyText ?? text
  }

  /** Difference 1. */
  function readPicture(image: Node, isInLink: boolean): string {
    const src = attribute(image, 'src') ?? ''
    if (src.endsWith('#gh-dark-mode-only')) return ''
    const address = resolveLink(SOURCE, src)
    const name = (attribute(image, 'alt') ?? '').trim() || nameOf(address)
    if (name !== '' && !isInLink && address !== null) links.push(address)
    return name
  }

  const text = readAll(nodes, { isInLink: false, isInCode: false })
  return { text: squeeze(text), links, headings }
}

/** Difference 4. */
const withEmoji = (text: string) =>
  text.replaceAll(/:([a-z\d_+-]{1,50}):/g, (all, name: string) => EMOJI.get(name) ?? all)

/** Difference 5. */
function targetOf(href: string, names: ReadonlySet<string>): string | null {
  if (/^mailto:/i.test(href)) return URL.parse(href)?.href ?? null
  const address = resolveLink(SOURCE, href)
  const [, own] = OWN.exec(address ?? '') ?? []
  const name = (own ?? href.slice(1)).replace(/^user-content-/, '')
  const isThere =
    /^(?:|top|readme|readme-ov-file)$/i.test(name) ||
    [name, decodeURI(name), decodeURI(name).toLowerCase()].some((one) => names.has(one))
  if (!href.startsWith('#')) return own !== undefined && isThere ? '#' : address
  return isThere ? '#' : null
}

const OWN =
  /^https:\/\/github\.com\/owner\/name\/?(?:tree\/[^/]+\/?|blob\/[^/]+\/README\.md)?(?:\?[^#]*)?#(.+)$/i

/** Difference 7: the texts of links that have none. */
function emptyLinksIn(nodes: Node[]): Map<Node, string> {
  const links: { node: Node; address: string }[] = []
  const isEmpty = (node: Node): boolean =>
    'value' in node
      ? node.value.trim() === ''
      : node.nodeName !== 'img' && (!('childNodes' in node) || node.childNodes.every(isEmpty))
  const visit = (node: Node) => {
    const href = node.nodeName === 'a' ? attribute(node, 'href') : null
    if (href !== null) links.push({ node, address: resolveLink(SOURCE, href) ?? '' })
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  nodes.forEach(visit)
  const texts = new Map<Node, string>()
  for (const [at, { node, address }] of links.entries()) {
    const isBeside = [links[at - 1], links[at + 1]].some((other) => other?.address === address)
    if (isEmpty(node)) texts.set(node, isBeside ? '' : address.replace(/^https?:\/\//, ''))
  }
  return texts
}

/** What links into a document can lead to. */
function namesIn(nodes: Node[]): Set<string> {
  const slugger = new GithubSlugger()
  const names = new Set<string>()
  const textOf = (node: Node): string =>
    'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
  const visit = (node: Node) => {
    for (const name of [attribute(node, 'id'), attribute(node, 'name')]) if (name) names.add(name)
    if (/^h[1-6]$/.test(node.nodeName)) names.add(slugger.slug(textOf(node).trim()))
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  nodes.forEach(visit)
  return names
}

/** The file name of an address, else its host. */
function nameOf(address: string | null): string {
  if (address === null) return ''
  const url = new URL(address)
  return decodeURIComponent(url.pathname.split('/').at(-1) ?? '') || url.host
}
