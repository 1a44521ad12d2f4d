import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'

/** A share card in pixels: what the networks ask for. */
export const CARD = { width: 1200, height: 630 } as const

/** Which card it is, as it stands in its address: `home`, `icon`, `icon/{id}` or `author/{name}`. */
export const cards = {
  home: 'home',
  kind: (kind: Kind) => kind,
  author: (name: string) => `author/${encodeURIComponent(name.toWellFormed())}`,
  project: ({ kind, id }: Pick<Project, 'kind' | 'id'>) => `${kind}/${id}`,
} as const

/**
 * Where a card is. `version` makes another address of it, since whoever has shown a card once keeps
 * its picture under its address for days.
 */
export function cardPath(locale: string, card: string, version?: string): string {
  const query = version === undefined ? '' : `?v=${Date.parse(version).toString(36)}`
  return `/cards/${locale}/${card}.jpg${query}`
}
