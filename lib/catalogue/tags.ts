import { createHash } from 'node:crypto'
import type { Kind } from '#lib/contract/kind.ts'

/** Names of what a cached page was made from; a write makes fresh whatever carries its tags. */
export const tags = {
  project: (kind: Kind, id: string) => `project:${kind}:${id}`,
  /** Whatever shows what comes near a project of the kind. */
  related: (kind: Kind) => `related:${kind}`,
  list: (kind: Kind) => `list:${kind}`,
  /** Whatever shows an author's projects of the kind. */
  authors: (kind: Kind) => `authors:${kind}`,
  /** Hashed, since a tag may be 256 characters long and a name may hold any. */
  author: (name: string) =>
    `author:${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`,
}
