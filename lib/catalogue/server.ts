import 'server-only'
import { cache } from 'react'
import type { z } from 'zod'
import { call } from '#lib/api/call.ts'
import { ifFound, ifKnown, ifOffered } from '#lib/api/if-available.ts'
import { currentScope } from '#lib/cache/state.ts'
import {
  ADDRESSES_MAX,
  type Address,
  type AuthorAddress,
  SHARD_MAX,
  SHARD_SIZE,
  type Sharded,
} from '#lib/contract/address.ts'
import type { AuthorProfile } from '#lib/contract/author.ts'
import type { Comparison } from '#lib/contract/compare/comparison.ts'
import type { StripPage } from '#lib/contract/file/contents.ts'
import type { ProjectHistory } from '#lib/contract/version/history.ts'
import { offeredBelow } from '#lib/contract/version/offered-below.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import type { PageKind } from '#lib/contract/kind-schema.ts'
import type { CardList, Categories, ListQuery, ProjectList } from '#lib/contract/list.ts'
import { idSchema, type ListedProject, type Project } from '#lib/contract/project.ts'
import type { Version, versionsSchema } from '#lib/contract/publish.ts'
import type { Needs } from '#lib/contract/update/needs.ts'
import type { PackIcons } from '#lib/contract/search.ts'
import { cachedCall } from './cached-call.ts'

type ListInput = Partial<Omit<ListQuery, 'view'>>

/**
 * A page of a kind's list.
 * @throws ApiError; `isNotFound` for a cursor or filter that the backend refuses.
 */
export function readList(kind: Kind, query: ListInput): Promise<CardList> {
  return cachedCall('list', { kind, ...query, view: 'card' })
}

/** The same with the whole projects, for feeds. */
export function readWholeList(kind: Kind, query: ListInput): Promise<ProjectList> {
  return cachedCall('list', { kind, ...query })
}

/** The categories of a kind that have projects under the other filters; `null` if the backend does not count them. */
export async function readCategories(
  kind: Kind,
  { os, minimum_version, author }: ListInput,
): Promise<Categories['items'] | null> {
  const counted = await ifOffered(cachedCall('categories', { kind, os, minimum_version, author }))
  return counted?.items ?? null
}

/** The last updated projects of all kinds, by one author or all, and their number. */
export async function readNewest(
  limit: number,
  author?: string,
): Promise<{ items: Project[]; total: number }> {
  const query = { sort: 'recent', limit, ...(author !== undefined && { author }) } as const
  const lists = await Promise.all(KINDS.map((kind) => readWholeList(kind, query)))
  const items = lists
    .flatMap((list) => list.items)
    .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  return { items: items.slice(0, limit), total }
}

/** The most popular projects of a kind, or of all kinds. */
export async function readPopular(kind: Kind | undefined, limit: number): Promise<ListedProject[]> {
  const { items } = await cachedCall('popular', { kind, limit, view: 'card' })
  return items
}

/**
 * One project, or `null` if there is none. Page and metadata of a request share the read.
 * @throws ApiError if the backend does not answer.
 */
export const readProject = cache(async (kind: Kind, id: string): Promise<Project | null> => {
  if (!idSchema.safeParse(id).success) return null
  return ifFound(cachedCall('project', { kind, id }))
})

/** Icons of a pack and their sheets; none if the backend does not offer them. */
export async function readPackIcons(id: string): Promise<PackIcons> {
  return (await ifOffered(cachedCall('packIcons', { kind: 'icon', id }))) ?? { items: [] }
}

/** Strip pages of a profile or page; none if the backend does not offer them. */
export async function readPages(kind: PageKind, id: string): Promise<StripPage[]> {
  return (await ifOffered(cachedCall('pages', { kind, id })))?.pages ?? []
}

/** The first page of the versions of a project, newest first; none if the backend does not offer them. */
export async function readVersions(kind: Kind, id: string): Promise<Version[]> {
  return (await ifOffered(cachedCall('versions', { kind, id })))?.items ?? []
}

/** One public version of a project and the next lower one that is offered; `null` if there is none. */
export async function readVersion(
  of: { kind: Kind; id: string },
  version: string,
): Promise<{ version: Version; before: string | undefined } | null> {
  if (!idSchema.safeParse(of.id).success) return null
  let page: number | null | undefined = 1
  while (page) {
    const read: Versions | null = await ifOffered(
      cachedCall('versions', page === 1 ? of : { ...of, page }),
    )
    const items = read?.items ?? []
    const at = items.findIndex((one) => one.version === version)
    const found = items[at]
    if (found) return { version: found, before: offeredBelow(items, at) }
    page = read?.next
  }
  return null
}

type Versions = z.infer<typeof versionsSchema>

/**
 * What changed between two versions; `null` without such versions, and if the backend does not compare. While they are being compared, each
 * request asks again, and the page is not stored.
 */
export async function readComparison(input: {
  kind: Kind
  id: string
  before: string
  after: string
  part: number
}): Promise<Comparison | null> {
  const kept = await ifOffered(cachedCall('compare', input))
  if (kept?.state !== 'working') return kept
  const scope = currentScope()
  if (scope) scope.isUnfinished = true
  return ifOffered(call('compare', input))
}

/** What happened to a project; `null` for one that is not there, and if the backend does not offer it. */
export async function readHistory(kind: Kind, id: string): Promise<ProjectHistory | null> {
  return ifOffered(cachedCall('history', { kind, id }))
}

/** What a project needs, and what needs it; `null` if the backend does not offer it. */
export async function readNeeds(kind: Kind, id: string): Promise<Needs | null> {
  return ifKnown(cachedCall('needs', { kind, id }))
}

/** What an author says of themselves; `null` if the backend does not offer it, or knows no such author. */
export async function readAuthor(author: string): Promise<AuthorProfile | null> {
  return ifOffered(cachedCall('author', { author }))
}

/** Similar projects of the kind by other authors; none if the backend does not offer them. */
export async function readRelated(kind: Kind, id: string): Promise<ListedProject[]> {
  return (await ifOffered(cachedCall('related', { kind, id, view: 'card' })))?.items ?? []
}

/**
 * Ids after which the shards start, with `''` for the first. Empty if the backend does not offer
 * them or there is nothing: a sitemap without entries is invalid.
 */
export async function readShards(of: Sharded): Promise<string[]> {
  const shards = await ifOffered(cachedCall('shards', { of, size: SHARD_SIZE }))
  if (!shards) return []
  if (shards.starts.length > 0) return ['', ...shards.starts]
  const first = of === 'authors' ? call('authors', { limit: 1 }) : call('addresses', { limit: 1 })
  const isEmpty = await ifOffered<{ items: unknown[] }>(first).then(
    (some) => !some?.items.length,
    // An empty shard is 404.
    () => false,
  )
  return isEmpty ? [] : ['']
}

/** Projects of a shard, one batch in memory at a time. */
export const readProjectShard = (start: string): AsyncGenerator<Address[]> =>
  readShard(
    { of: 'projects', start },
    (query) => call('addresses', query),
    ({ id }) => id,
  )

/** Authors of a shard, batch by batch. */
export const readAuthorShard = (start: string): AsyncGenerator<AuthorAddress[]> =>
  readShard(
    { of: 'authors', start },
    (query) => call('authors', query),
    ({ uid }) => uid,
  )

/** Up to the last id of the shard. It may have grown since the shards were found; where that id is gone, it has part of the next one too. */
async function* readShard<T>(
  { of, start }: { of: Sharded; start: string },
  list: (query: { after?: string; limit: number }) => Promise<{ items: T[] }>,
  idOf: (item: T) => string,
): AsyncGenerator<T[]> {
  const starts = await readShards(of)
  const at = starts.indexOf(start)
  const end = at < 0 ? undefined : starts[at + 1]
  let after = start
  for (let left = end === undefined ? SHARD_SIZE : SHARD_MAX; left > 0; left -= ADDRESSES_MAX) {
    const limit = Math.min(left, ADDRESSES_MAX)
    const { items } = await list({ limit, ...(after && { after }) })
    const last = items.at(-1)
    if (last === undefined) return
    const lastAt = items.findIndex((item) => idOf(item) === end)
    yield lastAt < 0 ? items : items.slice(0, lastAt + 1)
    if (lastAt >= 0 || items.length < limit) return
    after = idOf(last)
  }
}
