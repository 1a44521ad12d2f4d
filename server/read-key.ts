import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { PlainAnswer } from '#lib/api/forward.ts'
import { CATALOGUE_TAG } from '#lib/cache/state.ts'
import { cardTags, scopeTags } from '#lib/cache/tags.ts'
import { isOffered, isPublicRead } from '#lib/contract/call.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { findRoute, type Route } from '#lib/contract/route.ts'
import { env } from '#lib/env.ts'
import { type RateName, rateOf } from '#lib/limits/rates.ts'
import { hasSessionCookie } from '#lib/session/cookie-name.ts'
import { apiPathOf } from './other-sites.ts'
import type { CacheEntry } from './page-cache.ts'
import { routeNameOf } from './route-name.ts'

/* Which reads of the API are the same for everybody, and what their answers are kept under. */

/** What an answer that may be kept is kept under. */
export type KeptRead = {
  /** Address in canonical form: the parameters of the call in its order. */
  key: string
  route: Route
  /** Tags that are known before the answer. */
  tags: readonly string[]
  lifetimeMs: number
  rate: RateName
  /** Of the route, in metrics. */
  name: string
}
/** An answer that is kept, or one that is for this moment only. */
export type ReadOutcome =
  | { kind: 'entry'; entry: CacheEntry }
  | { kind: 'other'; answer: PlainAnswer }
/** A read under way: `position()` when it began. */
export type ReadWork = { began: number; outcome: Promise<ReadOutcome> }

/**
 * The call of a request, if it is a public read without a visitor.
 * @param target in origin form, valid (`readTarget`).
 */
export function publicReadOf(
  { method = '', headers }: { method?: string | undefined; headers: IncomingHttpHeaders },
  target: string,
  siteUrl: URL,
): { route: Route; url: URL } | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !isForEverybody(headers)) return undefined
  if (apiPathOf(target) === undefined) return undefined
  const url = new URL(target, siteUrl)
  const route = findRoute(method, url.pathname.slice(API_BASE.length))
  const isRead = typeof route !== 'number' && isOffered(route.call) && isPublicRead(route.call)
  return isRead ? { route, url } : undefined
}

/** Whether a request has neither a session nor a token. */
export const isForEverybody = ({ authorization, cookie }: IncomingHttpHeaders) =>
  authorization === undefined && !hasSessionCookie(cookie)

/**
 * What an answer is kept under. Nothing for searches, which a change of any text concerns, and for parameters that are invalid,
 * repeated or unknown, which the answer names.
 */
export function keptOf(route: Route, url: URL): KeptRead | undefined {
  const { call, params } = route
  if (!call.cache || call.limit === 'searches' || call.mediaType !== undefined) return undefined
  const names = Object.keys(call.query?.shape ?? {})
  const given = [...url.searchParams]
  const isPlain = given.every(([name], at) => {
    const isRepeated = given.findIndex(([other]) => other === name) < at
    return names.includes(name) && !isRepeated
  })
  const values = new Map(given.filter(([, value]) => value !== ''))
  const query = call.query?.safeParse(Object.fromEntries(values))
  const decoded = Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)])
  const path = call.params?.safeParse(Object.fromEntries(decoded))
  if (!isPlain || query?.success === false || path?.success === false) return undefined
  const search = new URLSearchParams(
    names.flatMap((name) => {
      const value = values.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const { REVALIDATE_SECONDS } = env()
  const { scopes, seconds = REVALIDATE_SECONDS } = call.cache
  return {
    key: search.size === 0 ? url.pathname : `${url.pathname}?${search}`,
    route,
    tags: [CATALOGUE_TAG, ...scopeTags(scopes, { ...path?.data, ...query?.data })],
    lifetimeMs: Math.min(seconds, REVALIDATE_SECONDS) * 1000,
    rate: rateOf(decodeURIComponent(url.pathname)),
    name: routeNameOf(url.pathname),
  }
}

const successSchema = z.object({ code: z.literal(CODE_OK), data: z.unknown() })

/** The tags of the projects in an answer; nothing for an answer that must not be kept: an error, or one that the backend describes itself. */
export function tagsIn({ call }: Route, answer: PlainAnswer): string[] | undefined {
  if (answer.kind !== 'bytes' || answer.status !== 200 || answer.setsCookie) return undefined
  if (answer.headers.get('cache-control') !== 'no-cache') return undefined
  const { data: envelope } = successSchema.safeParse(answer.json())
  if (!envelope) return undefined
  try {
    return cardTags(call.cache?.scopes ?? [], envelope.data)
  } catch {
    return undefined
  }
}
