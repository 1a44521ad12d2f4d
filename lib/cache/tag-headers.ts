import type { Kind } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { tags } from './tags.ts'

/** The names of the tags of an answer about one project, for a cache in front (`Surrogate-Key`, `Cache-Tag`); nothing where there is none. */
export function projectTagHeaders(kind: Kind, id: string): [name: string, value: string][] {
  const { SURROGATE_KEYS, PURGE_URLS } = env()
  if (!SURROGATE_KEYS && PURGE_URLS.length === 0) return []
  const own = [tags.catalogue, tags.kind(kind), tags.project(kind, id)]
  return [
    ['surrogate-key', own.join(' ')],
    ['cache-tag', own.join(',')],
  ]
}
