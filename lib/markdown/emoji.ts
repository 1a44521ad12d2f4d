import names from './emoji.json' with { type: 'json' }
import { type Element, isElement, type Root } from './tree.ts'

const EMOJI: ReadonlyMap<string, string> = new Map(Object.entries(names))
const CODE = new Set(['code', 'kbd', 'pre', 'samp'])

/** Replaces the short names that GitHub has for emoji, such as `:rocket:`, outside of code. */
export function showEmoji(tree: Root | Element): void {
  for (const child of tree.children) {
    if (isElement(child)) {
      if (!CODE.has(child.tagName)) showEmoji(child)
    } else if (child.type === 'text') {
      child.value = child.value.replaceAll(
        /:([a-z\d_+-]{1,50}):/g,
        (all, name: string) => EMOJI.get(name) ?? all,
      )
    }
  }
}
