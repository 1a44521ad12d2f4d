import { urlPieces } from '#lib/contract/text.ts'
import { type MarkdownSource, resolveLink } from '#lib/text/readme-source.ts'
import { ID_PREFIX } from './labels.ts'
import {
  element,
  type Element,
  elements,
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
  rewrite(tree, (link) => {
    if (link.tagName !== 'a') return undefined
    const written = link.properties['href']
    const href = typeof written === 'string' ? linkOf(written, ids, source) : null
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
): string | null {
  const inside = source ? href.replace(`${source.repository}#`, '#') : href
  if (inside.startsWith('#')) {
    const name = inside.slice(1)
    const names = [name, decoded(name), decoded(name).toLowerCase()]
    const id = names.find((each) => ids.has(each))
    return id === undefined ? null : `#${ID_PREFIX}${id}`
  }
  if (source && !/^mailto:/i.test(href)) return resolveLink(source, href)
  return safeAddress(href)
}

/** The parsed form of an absolute `http`, `https` or `mailto` URL, so that browsers read what was checked; else `null`. */
export function safeAddress(href: string): string | null {
  const url = URL.parse(href)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
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
