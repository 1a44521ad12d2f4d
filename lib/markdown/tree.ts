import type rehypeSanitize from 'rehype-sanitize'
import type remarkRehype from 'remark-rehype'

/** Types of the Markdown (mdast) and HTML (hast) trees, derived from direct dependencies. */
export type Markdown = Parameters<
  Extract<ReturnType<typeof remarkRehype>, (tree: never, ...rest: never) => unknown>
>[0]
export type MarkdownNode = Markdown | Markdown['children'][number]
export type Root = ReturnType<ReturnType<typeof rehypeSanitize>>
export type Node = Root['children'][number]
export type Element = Extract<Node, { type: 'element' }>
/** What an element may contain. */
export type Content = Element['children'][number]
type Properties = Element['properties']

export const text = (value: string): Content => ({ type: 'text', value })

export const element = (
  tagName: string,
  properties: Properties = {},
  ...children: Content[]
): Element => ({ type: 'element', tagName, properties, children })

export const isElement = (node: Node | undefined): node is Element => node?.type === 'element'
export const isContent = (node: Node): node is Content => node.type !== 'doctype'

/** A property that is text; empty without it. */
export function property(node: Element, name: string): string {
  const value = node.properties[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether an element contains nothing but spaces. */
export const isBlank = ({ children }: Element): boolean =>
  children.every((child) => child.type === 'text' && child.value.trim() === '')

/** Visits all elements in document order. */
export function elements(tree: Root | Element, visit: (element: Element) => void): void {
  for (const child of tree.children) {
    if (child.type !== 'element') continue
    visit(child)
    elements(child, visit)
  }
}

/**
 * Replaces elements from the innermost outwards: `visit` returns what takes the place of one, or nothing to keep it.
 * `isInLink` is whether a link surrounds the element.
 */
export function rewrite(
  tree: Root | Element,
  visit: (element: Element, isInLink: boolean) => Content[] | undefined,
  isInLink = false,
): void {
  const isLink = isInLink || (tree.type === 'element' && tree.tagName === 'a')
  const content: Content[] = []
  for (const child of tree.children) {
    if (child.type === 'element') {
      rewrite(child, visit, isLink)
      content.push(...(visit(child, isLink) ?? [child]))
    } else if (isContent(child)) content.push(child)
  }
  tree.children = content
}

/** The text of an element; a picture has its alternative text if `withPictures` is set. */
export function textOf(node: Node | Root, withPictures = false): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && node.tagName === 'img') {
    return withPictures ? property(node, 'alt') : ''
  }
  return 'children' in node
    ? node.children.map((child) => textOf(child, withPictures)).join('')
    : ''
}

/** Number of nodes and depth of a tree. Iterative, since the depth is not bounded yet. */
export function measure(tree: Markdown | Root): { nodes: number; depth: number } {
  let nodes = 0
  let depth = 0
  const open: { node: MarkdownNode | Root | Node; level: number }[] = [{ node: tree, level: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    nodes += 1
    depth = Math.max(depth, next.level)
    if (!('children' in next.node)) continue
    for (const node of next.node.children) open.push({ node, level: next.level + 1 })
  }
  return { nodes, depth }
}
