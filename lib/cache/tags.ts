import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CacheScope } from '#lib/contract/call.ts'
import type { ChangeEffect } from '#lib/contract/change.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import { CATALOGUE_TAG } from './state.ts'

/** Cache tags of pages and catalogue responses; a write expires the tags of what it changed. */
export const tags = {
  catalogue: CATALOGUE_TAG,
  /** Every response about projects of the kind. */
  kind: (kind: Kind) => `kind:${kind}`,
  /** Responses about one project: its own page. */
  project: (kind: Kind, id: string) => `project:${kind}:${id}`,
  /** Responses that have the project as one of several. */
  card: (kind: Kind, id: string) => `card:${kind}:${id}`,
  list: (kind: Kind) => `list:${kind}`,
  /** Lists in the order of the last change. */
  recent: (kind: Kind) => `recent:${kind}`,
  /** Lists of one author's projects of the kind. */
  authors: (kind: Kind) => `authors:${kind}`,
  /**
   * Hashed: a tag has at most 256 characters, a name may contain any. Case-insensitive, since author
   * pages redirect to the right spelling.
   */
  author: (name: string) =>
    `author:${createHash('sha256').update(name.toLowerCase()).digest('base64url').slice(0, 22)}`,
  /** Responses that list projects by id only: the sitemap index. */
  addresses: 'addresses',
}

export type ChangedProject = {
  kind: Kind
  id: string
  /** The shown author, if known. */
  author?: string | undefined
  /** `removal` if unknown. */
  effect?: ChangeEffect | undefined
}

/**
 * Tags of all pages that show a project before or after a change. After a removal none of them may be shown again; after another change
 * a page of before may be, while it is rendered (`isSoft`).
 */
export function tagsOfChange({ kind, id, author, effect = 'removal' }: ChangedProject): {
  tags: string[]
  isSoft: boolean
} {
  const own = [
    tags.project(kind, id),
    tags.recent(kind),
    author === undefined ? tags.authors(kind) : tags.author(author),
  ]
  const shown = [...own, tags.card(kind, id)]
  const listed = [...shown, tags.list(kind)]
  switch (effect) {
    case 'content':
      return { tags: own, isSoft: true }
    case 'card':
      return { tags: shown, isSoft: true }
    case 'membership':
      return { tags: listed, isSoft: true }
    case 'removal':
      return { tags: [...listed, tags.addresses], isSoft: false }
  }
}

const scopeSchema = z.object({
  kind: kindSchema.optional(),
  id: z.string().optional(),
  author: z.string().optional(),
  sort: z.string().optional(),
})

/** The tags of a cached answer: the scopes of its call, resolved with the call's input. */
export function scopeTags(scopes: readonly CacheScope[], input: object): string[] {
  const { kind, id = '', author, sort } = scopeSchema.parse(input)
  const kinds = kind === undefined ? KINDS : [kind]
  const tagsOfScope = (scope: CacheScope, one: Kind): string[] => {
    switch (scope) {
      case 'kind':
        return [tags.kind(one)]
      case 'list':
        return [
          ...(author ? [tags.authors(one), tags.author(author)] : [tags.list(one)]),
          ...(sort === 'recent' ? [tags.recent(one)] : []),
        ]
      case 'project':
        return [tags.project(one, id)]
      case 'cards':
        return []
      case 'addresses':
        return [tags.addresses]
    }
  }
  return [...new Set(kinds.flatMap((one) => scopes.flatMap((scope) => tagsOfScope(scope, one))))]
}

const PACK: Kind = 'icon'
const cardsSchema = z.object({
  items: z.array(
    z.union([
      z.object({ kind: kindSchema, id: z.string() }),
      // A single icon, with its pack.
      z
        .object({ project: z.object({ id: z.string() }) })
        .transform(({ project: { id } }) => ({ kind: PACK, id })),
    ]),
  ),
})

/** The tags of the projects that an answer of the scope `cards` has. */
export function cardTags(scopes: readonly CacheScope[], answer: unknown): string[] {
  if (!scopes.includes('cards')) return []
  const { items } = cardsSchema.parse(answer)
  return [...new Set(items.map(({ kind, id }) => tags.card(kind, id)))]
}
