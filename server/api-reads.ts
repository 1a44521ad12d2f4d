import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { forward, type Forwardable, type PlainAnswer } from '#lib/api/forward.ts'
import { refuse } from '#lib/api/refuse.ts'
import { hasJustChanged } from '#lib/cache/just-changed.ts'
import { CATALOGUE_TAG, follower, position } from '#lib/cache/state.ts'
import { cardTags, scopeTags } from '#lib/cache/tags.ts'
import { isOffered, isPublicRead } from '#lib/contract/call.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { findRoute, type Route } from '#lib/contract/route.ts'
import { env } from '#lib/env.ts'
import { type RateName, rateOf } from '#lib/limits/rates.ts'
import { hasSessionCookie } from '#lib/session/cookie-name.ts'
import { exchange } from '#server/next/own-exchange.ts'
import { apiPathOf, setOtherSites } from './other-sites.ts'
import type { CacheEntry, PageCache } from './page-cache.ts'
import { createKnownKeys } from './page-key.ts'
import type { FinalHeaders } from './page-renders.ts'
import { asText } from './refusal.ts'
import { routeNameOf } from './route-name.ts'

/** Answers are kept while changes may be unknown here for at most this long, in ms: then the backend is asked each time. */
const UNKNOWN_MS = 2_000
/** Of Brotli: that of answers that are compressed while they are sent. */
const QUALITY = 4

/** A public read without a visitor, and what its answer is kept under where it may be kept. */
type ApiRead = { route: Route; url: URL; kept: Kept | undefined }
type Kept = {
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
export type KeptAnswer = Kept & { entry: CacheEntry }
/** An answer that is kept, or one that is for this moment only. */
type Outcome = { kind: 'entry'; entry: CacheEntry } | { kind: 'other'; answer: PlainAnswer }
type Work = { began: number; outcome: Promise<Outcome> }

type Options = {
  cache: PageCache
  siteUrl: URL
  /** Whether answers are kept; not in development. */
  keeps: boolean
  finish: FinalHeaders
}

/**
 * Answers public reads of the API without the framework (decision 135). Those with a session or a token, and all other calls, are
 * answered by the handler below `/api/v1` (lib/session/proxy.ts), which forwards by the same list. Answers that the contract allows to be
 * cached are kept under the tags of what is in them. One that a change has outdated is never sent.
 */
export function createApiReads({ cache, siteUrl, keeps, finish }: Options) {
  const known = createKnownKeys<Kept>()
  const works = new Map<string, Work>()

  const mayKeep = ({ cookie }: IncomingHttpHeaders, at?: number) =>
    keeps && !hasJustChanged(cookie) && (follower()?.age(at) ?? Infinity) <= UNKNOWN_MS

  /** Asks for an answer that may be kept, for no visitor: with the parameters of the call alone. */
  async function ask({ key, route, tags, lifetimeMs }: Kept): Promise<Outcome> {
    const validity = { began: position(), begunAt: cache.now() }
    const { INTERNAL_SECRET } = env()
    const answer = await forward({
      request: { url: siteUrl.origin + key, method: 'GET', headers: OWN_HEADERS },
      call: route.call,
      body: null,
      // Without an address it counts for no visitor: each of them has been counted here.
      headers: INTERNAL_SECRET === undefined ? {} : { 'x-internal-secret': INTERNAL_SECRET },
    })
    const found = tagsIn(route, answer)
    if (!found || answer.kind !== 'bytes') return { kind: 'other', answer }
    // For the headers: the body is not copied.
    const { res } = await exchange(
      async (req, own) => {
        setOtherSites(req, own, key)
        writeHead(own, answer)
        own.end()
      },
      key,
      {},
    )
    finish(res, { isForRouter: false, marking: undefined }, undefined)
    const content = {
      ...validity,
      tags: [...tags, ...found],
      freshUntil: cache.now() + lifetimeMs,
      headers: res.getHeaders(),
      body: answer.bytes,
      etag: String(res.getHeader('etag')),
      quality: QUALITY,
    }
    // One that was asked for later may have come first.
    const isOlder = (cache.find(key)?.began ?? -1) > validity.began
    return { kind: 'entry', entry: isOlder ? cache.makeOnce(content) : cache.store(key, content) }
  }

  return {
    /** The kept answer to a request whose target was seen before, if it is true. @param began when it came, by `performance.now()`. */
    find(req: IncomingMessage, began: number): KeptAnswer | undefined {
      const kept = known.find(req)
      if (!kept || !isForEverybody(req.headers) || !mayKeep(req.headers, began)) return undefined
      const entry = cache.find(kept.key)
      return entry && cache.freshnessOf(entry) === 'fresh' ? { ...kept, entry } : undefined
    },
    /**
     * The call of a request, if it is a public read without a visitor.
     * @param target in origin form, valid (`readTarget`).
     */
    readOf(req: IncomingMessage, target: string): ApiRead | undefined {
      const { method, headers } = req
      if ((method !== 'GET' && method !== 'HEAD') || !isForEverybody(headers)) return undefined
      if (apiPathOf(target) === undefined) return undefined
      const url = new URL(target, siteUrl)
      const route = findRoute(method, url.pathname.slice(API_BASE.length))
      if (typeof route === 'number' || !isOffered(route.call) || !isPublicRead(route.call)) {
        return undefined
      }
      const kept = mayKeep(headers) ? keptOf(route, url) : undefined
      if (kept) known.add(req, kept)
      return { route, url, kept }
    },
    /** The answer for everybody who asks for it now. Requests share one that is under way, unless something has changed since it began. */
    async share(kept: Kept): Promise<Outcome> {
      const entry = cache.find(kept.key)
      if (entry && cache.freshnessOf(entry) === 'fresh') return { kind: 'entry', entry }
      const running = works.get(kept.key)
      if (running?.began === position()) return running.outcome
      const work: Work = { began: position(), outcome: ask(kept) }
      works.set(kept.key, work)
      try {
        return await work.outcome
      } finally {
        if (works.get(kept.key) === work) works.delete(kept.key)
      }
    },
    /** Forwards the request of one visitor, with what the list lets pass of it. */
    async answer(
      { route: { call }, url }: ApiRead,
      { method = 'GET', headers }: IncomingMessage,
      res: ServerResponse,
    ): Promise<void> {
      const left = new AbortController()
      res.once('close', () => left.abort())
      const request: Forwardable = {
        url: url.href,
        method,
        headers: { get: (name) => asText(headers[name]) ?? null },
        signal: left.signal,
      }
      await writeAnswer(res, await forward({ request, call, body: null }))
    },
  }
}

const OWN_HEADERS = { get: (name: string) => (name === 'accept' ? 'application/json' : null) }

/** Whether a request has neither a session nor a token. */
const isForEverybody = ({ authorization, cookie }: IncomingHttpHeaders) =>
  authorization === undefined && !hasSessionCookie(cookie)

/**
 * What an answer is kept under. Nothing for searches, which a change of any text concerns, and for parameters that are invalid,
 * repeated or unknown, which the answer names.
 */
function keptOf(route: Route, url: URL): Kept | undefined {
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
function tagsIn({ call }: Route, answer: PlainAnswer): string[] | undefined {
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

/** Writes what the backend answered, or the refusal in its place. */
export async function writeAnswer(res: ServerResponse, answer: PlainAnswer): Promise<void> {
  if (answer.kind === 'failed') {
    const refusal = refuse(answer.code)
    writeHead(res, refusal)
    res.end(Buffer.from(await refusal.arrayBuffer()))
    return
  }
  writeHead(res, answer)
  if (answer.kind === 'bytes') res.end(answer.bytes)
  else if (answer.body === null) res.end()
  // A backend or a client that leaves ends both.
  else await pipeline(answer.body, res).catch(() => undefined)
}

function writeHead(res: ServerResponse, { status, headers }: { status: number; headers: Headers }) {
  res.statusCode = status
  for (const [name, value] of headers) res.setHeader(name, value)
}
