import { urlPieces } from '#lib/contract/text.ts'
import { decoded, type MarkdownSource, ownFragment, resolveLink } from '#lib/text/readme-source.ts'
import { ID_PREFIX } from './labels.ts'
import {
  element,
  type Element,
  elements,
  isElement,
  property,
  rewrite,
  type Root,
  text,
  textOf,
} from './tree.ts'

export const REL = ['nofollow', 'ugc', 'noopener']

/**
 * Resolves links: `#heading` to the heading of this document, relative ones to the repository. A link without a target becomes its
 * text. Returns how many those were.
 */
export function resolveLinks(tree: Root, ids: ReadonlySet<string>, source: MarkdownSource | null) {
  let dropped = 0
  const start = () => startOf(tree, ids)
  rewrite(tree, (link) => {
    if (link.tagName !== 'a') return undefined
    const written = link.properties['href']
    const href = typeof written === 'string' ? linkOf(written, ids, source, start) : null
    if (href !== null) {
      link.properties['href'] = href
      if (!href.startsWith('#')) link.properties['rel'] = REL
      return undefined
    }
    if (written !== undefined) dropped += 1
    const id = property(link, 'id')
    return id === '' ? link.children : [element('span', { id }), ...link.children]
  })
  return dropped
}

function linkOf(
  href: string,
  ids: ReadonlySet<string>,
  source: MarkdownSource | null,
  start: () => string | null,
): string | null {
  const inside = (name: string) => {
    const id = findId(name, ids) ?? (START.test(name) ? start() : null)
    return id === null ? null : `#${ID_PREFIX}${id}`
  }
  if (href.startsWith('#')) return inside(href.slice(1))
  if (!source || /^mailto:/i.test(href)) return safeAddress(href)
  const address = resolveLink(source, href)
  const own = address === null ? null : ownFragment(source, address)
  return (own === null ? null : inside(own)) ?? address
}

/** The id that GitHub finds for the name in a link. */
function findId(name: string, ids: ReadonlySet<string>): string | null {
  const plain = decoded(name)
  const names = [name, plain, plain.toLowerCase()]
  const own = names.map((each) => each.replace(/^user-content-/, ''))
  return [...names, ...own].find((each) => ids.has(each)) ?? null
}

/** Names of the beginning of a document: of browsers, and of a README on GitHub. */
const START = /^(?:|top|readme|readme-ov-file)$/i

/** The id of the first element of a document, which gets one where it has none. */
function startOf({ children }: Root, ids: ReadonlySet<string>): string | null {
  const first = children.find(isElement)
  if (!first) return null
  const { id = 'top' } = first.properties
  if (first.properties['id'] === undefined && ids.has('top')) return null
  first.properties['id'] = id
  return String(id)
}

/** The parsed form of an absolute `http`, `https` or `mailto` URL, so that browsers read what was checked; else `null`. */
export function safeAddress(href: string): string | null {
  const url = URL.parse(href)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

/** Lets long addresses break between their parts, where they are shown as they are. */
export function breakUrls(tree: Root) {
  elements(tree, (link) => {
    const [shown, ...others] = link.children
    if (link.tagName !== 'a' || shown?.type !== 'text' || others.length > 0) return
    if (!/^(?:https?:\/\/|www\.)/i.test(shown.value)) return
    link.children = urlPieces(shown.value).flatMap((value, at) => [
      ...(at > 0 ? [element('wbr')] : []),
      text(value),
    ])
  })
}

/**
 * A link always has a text (WCAG 2.4.4): without one its address. Where a link spans blocks, the parser leaves empty ones beside
 * it, which are removed.
 */
export function nameLinks(tree: Root) {
  const links: Element[] = []
  elements(tree, (each) => void (each.tagName === 'a' && links.push(each)))
  const left = new Set<Element>()
  for (const [at, link] of links.entries()) {
    if (textOf(link, true).trim() !== '') continue
    const href = property(link, 'href')
    if ([links[at - 1], links[at + 1]].some((other) => other && property(other, 'href') === href)) {
      left.add(link)
    } else link.children = [text(href.replace(/^(?:https?:\/\/|mailto:)/, ''))]
  }
  if (left.size > 0) rewrite(tree, (each) => (left.has(each) ? [] : undefined))
}
