import { CATEGORIES, type Kind, KINDS } from '#lib/contract/kind.ts'
import type { Reporter } from './reporter.ts'

/** The categories of a kind, as a sentence lists them. */
export const namesOfCategories = (kind: Kind): string => CATEGORIES[kind].join(', ')

/** `keystrip categories [KIND…]`: those of all kinds without one. */
export function listCategories(reporter: Reporter, kinds: readonly Kind[]): void {
  const listed = kinds.length === 0 ? KINDS : kinds
  for (const kind of listed) reporter.line(`${kind}: ${namesOfCategories(kind)}`)
  reporter.result({
    categories: Object.fromEntries(listed.map((kind) => [kind, CATEGORIES[kind]])),
  })
}
