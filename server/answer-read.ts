import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { forward, type Forwardable, type PlainAnswer } from '#lib/api/forward.ts'
import { refuse } from '#lib/api/refuse.ts'
import { hasJustChanged } from '#lib/cache/just-changed.ts'
import { follower, position } from '#lib/cache/state.ts'
import type { Call } from '#lib/contract/call.ts'
import { env } from '#lib/env.ts'
import { count } from '#lib/telemetry/registry.ts'
import { exchange as exchangeAlone } from '#server/next/exchange.ts'
import { LIVE_QUALITY } from './compression.ts'
import { finishHeaders, sendOverLimit } from './response.ts'
import { countHit, type Observed, observeRequest } from './observe.ts'
import { setOtherSites } from './other-sites.ts'
import type { CacheEntry } from './page-cache.ts'
import { passToNext } from './pass-to-next.ts'
import {
  isForEverybody,
  keptOf,
  type KeptRead,
  publicReadOf,
  type ReadOutcome,
  type ReadWork,
  tagsIn,
} from './read-key.ts'
import { asText } from './request-target.ts'
import { sendEntry } from './send-entry.ts'
import type { RequestExchange, Site } from './site.ts'

/*
 * Public reads of the API without the framework (decision 135). Those with a session or a token, and all other calls, are
 * answered by the handler below `/api/v1` (lib/session/proxy.ts), which forwards by the same list. Answers that the contract allows to be
 * cached are kept under the tags of what is in them. One that a change has outdated is never sent. Kept ones count in the rate limit
 * like all others.
 */

/** Answers are kept while changes may be unknown here for at most this long, in ms: then the backend is asked each time. */
const UNKNOWN_MS = 2_000

const mayKeep = ({ storesPages }: Site, { cookie }: IncomingHttpHeaders, at?: number): boolean =>
  storesPages && !hasJustChanged(cookie) && (follower()?.age(at) ?? Infinity) <= UNKNOWN_MS

const freshEntry = ({ answers }: Site, key: string): CacheEntry | undefined => {
  const entry = answers.find(key)
  return entry && answers.stateOf(entry) === 'fresh' ? entry : undefined
}

/** The kept answer to a request whose target was seen before, if it is true. @param began when it came, by `performance.now()`. */
export function findKept(
  site: Site,
  req: IncomingMessage,
  began: number,
): (KeptRead & { entry: CacheEntry }) | undefined {
  const kept = site.knownReads.find(req)
  if (!kept || !isForEverybody(req.headers) || !mayKeep(site, req.headers, began)) return undefined
  const entry = freshEntry(site, kept.key)
  return entry && { ...kept, entry }
}

/** Sends a kept answer, or 429 over the limit. */
export async function sendKept(
  site: Site,
  { key, entry, rate, name }: KeptRead & { entry: CacheEntry },
  req: IncomingMessage,
  res: ServerResponse,
  observed: Observed,
): Promise<void> {
  const { id, client, began } = observed
  const taken = site.guard.take(rate, client.address)
  const { overLimit, headers } = taken instanceof Promise ? await taken : taken
  if (!overLimit) {
    const own = headers.flat()
    const sending = sendEntry(site.answers, { key, entry, source: 'hit', id, own }, req, res)
    countHit(req, res, began, name)
    return sending
  }
  return observeRequest(req, res, observed, async () => {
    setOtherSites(req, res, key)
    for (const [header, value] of [...headers, ['x-request-id', id] as const]) {
      res.setHeader(header, value)
    }
    const { address } = client
    sendOverLimit({ site, req, res, id, address, target: key, path: key }, overLimit)
  })
}

/** Answers a public read: asks the backend once for all who may share the answer, or for this visitor. @returns whether it is one. */
export async function answerRead(exchange: RequestExchange): Promise<boolean> {
  const { site, req, res, id, target } = exchange
  const read = publicReadOf(req, target, site.url)
  if (!read) return false
  const { route, url } = read
  const kept = mayKeep(site, req.headers) ? keptOf(route, url) : undefined
  if (!kept) {
    await passToNext(exchange, (own, answer) => forwardRead(route.call, url, own, answer))
    return true
  }
  site.knownReads.add(req, kept)
  count('keystrip_page_cache_requests_total', [kept.name, 'miss'])
  const outcome = await share(site, kept)
  if (res.destroyed) return true
  if (outcome.kind === 'other') {
    await passToNext(exchange, (_, own) => writeAnswer(own, outcome.answer))
  } else {
    const { entry } = outcome
    await sendEntry(site.answers, { key: kept.key, entry, source: 'fwd=uri-miss', id }, req, res)
  }
  return true
}

/** The answer for everybody who asks for it now. Requests share one that is under way, unless something has changed since it began. */
async function share(site: Site, kept: KeptRead): Promise<ReadOutcome> {
  const { reading } = site
  const entry = freshEntry(site, kept.key)
  if (entry) return { kind: 'entry', entry }
  const running = reading.get(kept.key)
  if (running?.began === position()) return running.outcome
  const work: ReadWork = { began: position(), outcome: ask(site, kept) }
  reading.set(kept.key, work)
  try {
    return await work.outcome
  } finally {
    if (reading.get(kept.key) === work) reading.delete(kept.key)
  }
}

const OWN_HEADERS = { get: (name: string) => (name === 'accept' ? 'application/json' : null) }

/** Asks for an answer that may be kept, for no visitor: with the parameters of the call alone. */
async function ask(site: Site, { key, route, tags, lifetimeMs }: KeptRead): Promise<ReadOutcome> {
  const { answers } = site
  const validity = { began: position(), begunAt: answers.now() }
  const { INTERNAL_SECRET } = env()
  const answer = await forward({
    request: { url: site.url.origin + key, method: 'GET', headers: OWN_HEADERS },
    call: route.call,
    body: null,
    // Without an address it counts for no visitor: each of them has been counted here.
    headers: INTERNAL_SECRET === undefined ? {} : { 'x-internal-secret': INTERNAL_SECRET },
  })
  const found = tagsIn(route, answer)
  if (!found || answer.kind !== 'bytes') return { kind: 'other', answer }
  // For the headers: the body is not copied.
  const { res } = await exchangeAlone(
    async (req, own) => {
      setOtherSites(req, own, key)
      writeHead(own, answer)
      own.end()
    },
    key,
    {},
  )
  finishHeaders(site, res, { isForRouter: false, marking: undefined })
  const content = {
    ...validity,
    tags: [...tags, ...found],
    freshUntil: answers.now() + lifetimeMs,
    headers: res.getHeaders(),
    body: answer.bytes,
    etag: String(res.getHeader('etag')),
    quality: LIVE_QUALITY,
  }
  // One that was asked for later may have come first.
  const isOlder = (answers.find(key)?.began ?? -1) > validity.began
  return {
    kind: 'entry',
    entry: isOlder ? answers.makeOnce(content) : answers.store(key, content),
  }
}

/** Forwards the request of one visitor, with what the list lets pass of it. */
async function forwardRead(
  call: Call,
  url: URL,
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
}

/** Writes what the backend answered, or the refusal in its place. */
async function writeAnswer(res: ServerResponse, answer: PlainAnswer): Promise<void> {
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
