import 'server-only'
import { CALLS } from '#lib/contract/calls.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { ListQuery } from '#lib/contract/list.ts'
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
