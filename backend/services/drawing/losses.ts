import type { DrawingLoss } from '#lib/contract/file/contents.ts'
import { elementsByKey, referencesIn, targetOf } from './references.ts'
import type { SvgElement } from './tree.ts'

/** Drawn only where they are referred to. */
export const DEFINITIONS = new Set(
  'defs symbol clipPath mask filter marker pattern linearGradient radialGradient'.split(' '),
)

/** Removes the elements that are not drawn. What is missing because of them is missing in their parents. */
export function prune(element: SvgElement): void {
  const { children, losses } = element
  if (children.some((child) => typeof child !== 'string' && !child.isKept)) {
    element.children = children.filter((child) => {
      if (typeof child === 'string' || child.isKept) return true
      if (!isHidden(child.source.attributes)) losses.push(...child.losses)
      return false
    })
  }
  for (const child of element.children) if (typeof child !== 'string') prune(child)
}

const isHidden = (attributes: ReadonlyMap<string, string>) =>
  attributes.get('display')?.trim() === 'none' ||
  /\bdisplay\s*:\s*none\b/i.test(attributes.get('style') ?? '')

/** What is missing where a drawing is drawn: not in what is hidden, nor in definitions that nothing refers to. */
export function collectLosses(
  root: SvgElement,
  { hasFonts }: { hasFonts: boolean },
): DrawingLoss[] {
  const losses = new Set<DrawingLoss>()
  const visited = new Set<SvgElement>()
  const byKey = elementsByKey(root)

  function visit(element: SvgElement | undefined) {
    if (!element || visited.has(element)) return
    visited.add(element)
    if (element.attributes.get('display') === 'none') return
    for (const loss of element.losses) losses.add(loss)
    if (hasFonts && element.name === 'text') losses.add('font')
    for (const value of element.attributes.values()) {
      for (const key of referencesIn(value)) visit(byKey.get(key))
    }
    visit(byKey.get(targetOf(element) ?? ''))
    for (const child of element.children) {
      if (typeof child !== 'string' && !DEFINITIONS.has(child.name)) visit(child)
    }
  }
  visit(root)
  return [...losses].toSorted()
}
