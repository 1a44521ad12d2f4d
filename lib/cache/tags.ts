import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CacheScope } from '#lib/contract/call.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import { CATALOGUE_TAG } from './state.ts'

/** Cache tags of pages and catalogue responses; a write expires the tags of what it changed. */
export const tags = {
  catalogue: CATALOGUE_TAG,
  /** Every response about projects of the kind. */
  kind: (kind: Kind) => `kind:${kind}`,
  project: (kind: Kind, id: string) => `project:${kind}:${id}`,
  /** Responses with related projects of the kind. */
  related: (kind: Kind) => `related:${kind}`,
  list: (kind: Kind) => `list:${kind}`,
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
  /** New projects are not related to others yet; existing ones may be on others' detail pages. */
  isNew?: boolean | undefined
}

/** Tags of all pages that show a project before or after a change. */
export function tagsOfChange({ kind, id, author, isNew }: ChangedProject): string[] {
  return [
    tags.list(kind),
    tags.project(kind, id),
    author === undefined ? tags.authors(kind) : tags.author(author),
    ...(isNew ? [] : [tags.related(kind), tags.addresses]),
  ]
}

const scopeSchema = z.object({
  kind: kindSchema.optional(),
  id: z.string().optional(),
  author: z.string().optional(),
})

/** The tags of a cached answer: the scopes of its call, resolved with the call's input. */
export function scopeTags(scopes: readonly CacheScope[], input: object): string[] {
  const { kind, id = '', author } = scopeSchema.parse(input)
  const kinds = kind === undefined ? KINDS : [kind]
  const tagsOfScope = (scope: CacheScope, one: Kind): string[] => {
    switch (scope) {
      case 'kind':
        return [tags.kind(one)]
      case 'list':
        return author ? [tags.authors(one), tags.author(author)] : [tags.list(one)]
      case 'project':
        return [tags.project(one, id)]
      case 'related':
        return [tags.related(one)]
      case 'addresses':
        return [tags.addresses]
    }
  }
  return [...new Set(kinds.flatMap((one) => scopes.flatMap((scope) => tagsOfScope(scope, one))))]
}
