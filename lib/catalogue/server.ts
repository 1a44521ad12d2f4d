import 'server-only'
import { cache } from 'react'
import { ApiError } from '#lib/api/error.ts'
import {
  getProject,
  listAddresses,
  listAuthors,
  listPackIcons,
  listPages,
  listPopular,
  listProjects,
  listRelated,
  listShards,
  listVersions,
} from '#lib/api/projects.ts'
import { tags } from '#lib/cache/tags.ts'
import {
  ADDRESSES_MAX,
  type Address,
  type AuthorAddress,
  SHARD_SIZE,
  type Sharded,
} from '#lib/contract/address.ts'
import type { ShownPage } from '#lib/contract/inside.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import type { ListQuery, ProjectList } from '#lib/contract/list.ts'
import { idSchema, type Project } from '#lib/contract/project.ts'
import type { Version } from '#lib/contract/publish.ts'
import type { PackIcon } from '#lib/contract/search.ts'
import { remember } from './remember.ts'

/**
 * A page of a kind's list.
 * @throws ApiError; `isNotFound` for a cursor or filter that the backend refuses.
 */
export function readList(kind: Kind, query: Partial<ListQuery>): Promise<ProjectList> {
  const wanted = query.author ? [tags.authors(kind), tags.author(query.author)] : [tags.list(kind)]
  return remember(() => listProjects(kind, query), {
    key: ['list', kind, JSON.stringify(query)],
    tags: [tags.kind(kind), ...wanted],
  })
}

/** The last updated projects of all kinds, of one author or of all, and how many there are. */
export async function readNewest(
  limit: number,
  author?: string,
): Promise<{ items: Project[]; total: number }> {
  const query = { sort: 'recent', limit, ...(author !== undefined && { author }) } as const
  const lists = await Promise.all(KINDS.map((kind) => readList(kind, query)))
  const items = lists
    .flatMap((list) => list.items)
    .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  return { items: items.slice(0, limit), total }
}

/** The most popular projects of a kind. */
export async function readPopular(kind: Kind, limit: number): Promise<Project[]> {
  const { items } = await remember(() => listPopular({ kind, limit }), {
    key: ['popular', kind, String(limit)],
    tags: [tags.kind(kind), tags.list(kind)],
  })
  return items
}

/**
 * One project, or `null` where there is none. Page and metadata of one request share the read.
 * @throws ApiError when the backend cannot say.
 */
export const readProject = cache(async (kind: Kind, id: string): Promise<Project | null> => {
  if (!idSchema.safeParse(id).success) return null
  try {
    return await keep(() => getProject(kind, id), 'project', kind, id)
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return null
    throw error
  }
})

/** What is in an icon pack; nothing where the backend does not look into files (it need not). */
export async function readPackIcons(id: string): Promise<PackIcon[]> {
  return (await optional(keep(() => listPackIcons(id), 'inside', 'icon', id)))?.items ?? []
}

/** What a profile or page puts on the strip; nothing where nobody can tell. */
export async function readPages(kind: 'profile' | 'flexpage', id: string): Promise<ShownPage[]> {
  return (await optional(keep(() => listPages(kind, id), 'inside', kind, id)))?.pages ?? []
}

/** The versions of a project, the newest first; none where nobody can tell. */
export async function readVersions(kind: Kind, id: string): Promise<Version[]> {
  return (await optional(keep(() => listVersions(kind, id), 'versions', kind, id)))?.items ?? []
}

/** Projects of the kind, by others, that come near; none where nobody can tell. */
export async function readRelated(kind: Kind, id: string): Promise<Project[]> {
  const read = remember(() => listRelated(kind, id), {
    key: ['related', kind, id],
    tags: [tags.kind(kind), tags.project(kind, id), tags.related(kind)],
  })
  return (await optional(read))?.items ?? []
}

/** Where shards begin changes slowly, in seconds. */
const SHARDS_FRESH_S = 3600

/**
 * The ids behind which the shards begin, the first one's `''` included; none where nobody can tell, or
 * where there is nothing: a sitemap without an address is against its schema.
 */
export async function readShards(of: Sharded): Promise<string[]> {
  const read = remember(() => listShards({ of, size: SHARD_SIZE }), {
    key: ['shards', of],
    tags: [tags.addresses],
    lifetimeS: SHARDS_FRESH_S,
  })
  const first = async (): Promise<{ items: unknown[] }> =>
    of === 'authors' ? listAuthors({ limit: 1 }) : listAddresses({ limit: 1 })
  const [shards, some] = await Promise.all([optional(read), optional(first())])
  return shards && some && some.items.length > 0 ? ['', ...shards.starts] : []
}

/** The projects of a shard, batch by batch; never more than one batch in memory. */
export const readProjectShard = (start: string): AsyncGenerator<Address[]> =>
  readShard(start, listAddresses, ({ id }) => id)

/** The authors of a shard, batch by batch. */
export const readAuthorShard = (start: string): AsyncGenerator<AuthorAddress[]> =>
  readShard(start, listAuthors, ({ uid }) => uid)

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

/** Kept as long as the project is. */
function keep<T>(read: () => Promise<T>, what: string, kind: Kind, id: string): Promise<T> {
  const own = [tags.kind(kind), tags.project(kind, id)]
  return remember(read, { key: [what, kind, id], tags: own })
}

/** The answer of a call that a backend need not have. */
async function optional<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.failure.kind === 'refused') return null
    throw error
  }
}
