import 'server-only'
import { cache } from 'react'
import { call, type CallData } from '#lib/api/call.ts'
import { ifFound, ifOffered } from '#lib/api/if-available.ts'
import {
  ADDRESSES_MAX,
  type Address,
  type AuthorAddress,
  SHARD_SIZE,
  type Sharded,
} from '#lib/contract/address.ts'
import type { AuthorProfile } from '#lib/contract/author.ts'
import type { StripPage } from '#lib/contract/file/contents.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import type { PageKind } from '#lib/contract/kind-schema.ts'
import type { CardList, Categories, ListQuery, ProjectList } from '#lib/contract/list.ts'
import { idSchema, type ListedProject, type Project } from '#lib/contract/project.ts'
import type { Version } from '#lib/contract/publish.ts'
import type { PackIcons } from '#lib/contract/search.ts'
import { scopeTags } from '#lib/cache/tags.ts'
import type { Call, CallInput } from '#lib/contract/call.ts'
import { type Calls, CALLS, type JsonCallName } from '#lib/contract/calls.ts'
import { remember } from './remember.ts'

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

/** Strip pages of a profile or page; `null` if the backend does not offer them. */
export async function readPages(kind: PageKind, id: string): Promise<StripPage[]> {
  return (await ifOffered(cachedCall('pages', { kind, id })))?.pages ?? []
}

/** Versions of a project, newest first; `null` if the backend does not offer them. */
export async function readVersions(kind: Kind, id: string): Promise<Version[]> {
  return (await ifOffered(cachedCall('versions', { kind, id })))?.items ?? []
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
  const read = cachedCall('shards', { of, size: SHARD_SIZE })
  const first = async (): Promise<{ items: unknown[] }> =>
    of === 'authors' ? call('authors', { limit: 1 }) : call('addresses', { limit: 1 })
  const [shards, some] = await Promise.all([ifOffered(read), ifOffered(first())])
  return shards && some && some.items.length > 0 ? ['', ...shards.starts] : []
}

/** Projects of a shard, one batch in memory at a time. */
export const readProjectShard = (start: string): AsyncGenerator<Address[]> =>
  readShard(
    start,
    (query) => call('addresses', query),
    ({ id }) => id,
  )

/** Authors of a shard, batch by batch. */
export const readAuthorShard = (start: string): AsyncGenerator<AuthorAddress[]> =>
  readShard(
    start,
    (query) => call('authors', query),
    ({ uid }) => uid,
  )

async function* readShard<T>(
  start: string,
  list: (query: { after?: string; limit: number }) => Promise<{ items: T[] }>,
  idOf: (item: T) => string,
): AsyncGenerator<T[]> {
  let after = start
  for (let left = SHARD_SIZE; left > 0; left -= ADDRESSES_MAX) {
    const limit = Math.min(left, ADDRESSES_MAX)
    const { items } = await list({ limit, ...(after && { after }) })
    const last = items.at(-1)
    if (last === undefined) return
    yield items
    if (items.length < limit) return
    after = idOf(last)
  }
}

/** Public calls whose answers the contract allows to be cached. */
type CachedCallName = {
  [N in JsonCallName]: Calls[N] extends { cache: object; access: 'public' } ? N : never
}[JsonCallName]

/**
 * Makes a call through the data cache, under the tags and for the time that the contract declares.
 * @throws ApiError as `call` does.
 */
function cachedCall<N extends CachedCallName>(
  name: N,
  input: CallInput<Calls[N]>,
): Promise<CallData[N]> {
  const { cache: rules }: Call = CALLS[name]
  return remember(() => call(name, input), {
    key: [name, JSON.stringify(input)],
    tags: scopeTags(rules?.scopes ?? [], input),
    lifetimeS: rules?.seconds,
  })
}
