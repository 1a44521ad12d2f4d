import 'server-only'
import type { Sharded } from '#lib/contract/address.ts'
import { CALLS } from '#lib/contract/calls.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { ListQuery } from '#lib/contract/list.ts'
import type { IconSearchQuery, SearchQuery } from '#lib/contract/search.ts'
import { read } from './request.ts'

/** `GET /{kind}/list`. */
export function listProjects(kind: Kind, query: Partial<ListQuery>) {
  return read({ path: `/${kind}/list`, query, data: CALLS.list.data })
}

/** `GET /{kind}/{id}`. */
export function getProject(kind: Kind, id: string) {
  return read({ path: `/${kind}/${encodeURIComponent(id)}`, data: CALLS.project.data })
}

/** `GET /index/popular`. */
export function listPopular(query: { kind?: Kind; limit?: number }) {
  return read({ path: '/index/popular', query, data: CALLS.popular.data })
}

/** `GET /index/addresses`. */
export function listAddresses(query: { after?: string; limit: number }) {
  return read({ path: CALLS.addresses.path, query, data: CALLS.addresses.data })
}

/** `GET /index/authors`. */
export function listAuthors(query: { after?: string; limit: number }) {
  return read({ path: CALLS.authors.path, query, data: CALLS.authors.data })
}

/** `GET /index/shards`. */
export function listShards(query: { of: Sharded; size: number }) {
  return read({ path: CALLS.shards.path, query, data: CALLS.shards.data })
}

/** `GET /index/search`. */
export function searchProjects(query: Partial<SearchQuery>) {
  return read({ path: '/index/search', query, data: CALLS.search.data })
}

/** `GET /index/icons`. */
export function searchIcons(query: Partial<IconSearchQuery>) {
  return read({ path: '/index/icons', query, data: CALLS.searchIcons.data })
}

/** `GET /icon/{id}/icons`. */
export function listPackIcons(id: string) {
  return read({ path: `/icon/${encodeURIComponent(id)}/icons`, data: CALLS.packIcons.data })
}

/** `GET /{kind}/{id}/pages`. */
export function listPages(kind: 'profile' | 'flexpage', id: string) {
  return read({ path: `/${kind}/${encodeURIComponent(id)}/pages`, data: CALLS.pages.data })
}

/** `GET /{kind}/{id}/versions`. */
export function listVersions(kind: Kind, id: string) {
  return read({ path: `/${kind}/${encodeURIComponent(id)}/versions`, data: CALLS.versions.data })
}

/** `GET /{kind}/{id}/related`. */
export function listRelated(kind: Kind, id: string) {
  return read({ path: `/${kind}/${encodeURIComponent(id)}/related`, data: CALLS.related.data })
}
