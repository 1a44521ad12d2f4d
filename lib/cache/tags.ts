import { createHash } from 'node:crypto'
import type { Kind } from '#lib/contract/kind.ts'
import { CATALOGUE_TAG } from './state.ts'

/** Names of what a cached page was made from; a write makes fresh whatever carries its tags. */
export const tags = {
  catalogue: CATALOGUE_TAG,
  /** Every answer about projects of the kind. */
  kind: (kind: Kind) => `kind:${kind}`,
  project: (kind: Kind, id: string) => `project:${kind}:${id}`,
  /** Whatever shows what comes near a project of the kind. */
  related: (kind: Kind) => `related:${kind}`,
  list: (kind: Kind) => `list:${kind}`,
  /** Whatever shows an author's projects of the kind. */
  authors: (kind: Kind) => `authors:${kind}`,
  /**
   * Hashed, since a tag may be 256 characters long and a name may hold any; the same whatever the case,
   * since pages of another spelling lead to the right one.
   */
  author: (name: string) =>
    `author:${createHash('sha256').update(name.toLowerCase()).digest('base64url').slice(0, 22)}`,
  /** Whatever names projects by their ids alone: the index of sitemaps. */
  addresses: 'addresses',
}

export type ChangedProject = {
  kind: Kind
  id: string
  /** Whose project it is, where that is known. */
  author?: string | undefined
  /** A new project is related to nothing yet; one that was there may stand on others' details. */
  isNew?: boolean | undefined
}

/** The tags of all pages that show a project or may show it now. */
export function tagsOfChange({ kind, id, author, isNew }: ChangedProject): string[] {
  return [
    tags.list(kind),
    tags.project(kind, id),
    author === undefined ? tags.authors(kind) : tags.author(author),
    ...(isNew ? [] : [tags.related(kind), tags.addresses]),
  ]
}
