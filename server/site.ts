import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Locale } from '#lib/contract/locale.ts'
import { type ClientAddress, createClientResolver } from './client.ts'
import type { Health } from './health.ts'
import type { Guard } from './limits.ts'
import type { OnRequest } from './observe.ts'
import { createPace, type RenderPace } from './pace.ts'
import {
  type CacheEntry,
  createAnswerCache,
  createPageCache,
  type PageCache,
  type RefusedAddress,
} from './page-cache.ts'
import { createKnownKeys, type KnownKeys, type PageKey } from './page-key.ts'
import type { PolicyReports } from './policy-reports.ts'
import { createPolicies, type Policies, type Sealed } from './policy.ts'
import type { ProxyWatch } from './proxy-watch.ts'
import type { KeptRead, ReadWork } from './read-key.ts'
import { createRenders, type Renders } from './renders.ts'
import type { SharedPages } from './shared-pages.ts'

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>
/** A request that could not be answered, for the log. */
export type RequestError = {
  id?: string
  method?: string | undefined
  path: string
  error: unknown
}

export type StatusPages = {
  /** The page of a status in a language, if there is one. */
  find: (locale: Locale, status: number) => Sealed | undefined
  /** Data of the scripts of one of the pages, by its address. */
  findFlight?: (address: string) => CacheEntry | undefined
}

/** What the server is made of. */
type Parts = {
  /** The framework. */
  next: RequestHandler
  pages: StatusPages
  /** Pages, share cards and embeds. */
  cache: PageCache
  /** Answers of the API. */
  answers: PageCache
  /** Pages of the other web processes, with CACHE_URL. */
  shared?: SharedPages | undefined
  renders: Renders
  policies: Policies
  guard: Guard
  health: Health
  /** Receives the browsers' reports of violations of a policy. */
  reports?: PolicyReports
  /** Is shown each request, with its headers as they were sent. */
  proxies?: Pick<ProxyWatch, 'see'>
  /** Deadline for the start of a page's response, in ms; then 504. 0: none. */
  pageDeadlineMs: number
  /** Whether pages and answers are stored; not in development. */
  storesPages: boolean
  /** Whether responses name their tags, for a cache in front. */
  sendsTags: boolean
  onError: (error: RequestError) => void
  onRequest?: OnRequest
  /** Called with the reason where the scripts of a public page cannot wait (decision 61). */
  onUnprepared?: (path: string, reason: string) => void
}
type Defaults = 'answers' | 'renders' | 'policies' | 'storesPages' | 'sendsTags'
export type HandlerOptions = Omit<Parts, Defaults> &
  Partial<Pick<Parts, Defaults>> & { siteUrl: string; trustedProxies: readonly string[] }

/** What each step of an answer works with: the parts, and the state of the process. */
export type Site = Parts & {
  url: URL
  clientOf: (req: IncomingMessage) => ClientAddress
  /** Keys of targets that were asked for before. */
  knownPages: KnownKeys<PageKey>
  knownReads: KnownKeys<KeptRead>
  /** Renders and reads under way, by key. */
  rendering: Map<string, RenderWork>
  reading: Map<string, ReadWork>
  pace: RenderPace
  /** Data of the scripts of pages that are not stored themselves. */
  flights: PageCache
}

/** A request that is answered. */
export type RequestExchange = {
  site: Site
  req: IncomingMessage
  res: ServerResponse
  id: string
  /** Of the client. */
  address: string
  /** In origin form, and its decoded path (request-target.ts). */
  target: string
  path: string
  /** Address of data of scripts, requested instead of the page that has it. */
  flight?: string
}

export type RenderedPage =
  /** `isShared` if another process rendered it; `isUnfinished` if it must not be stored. */
  | { kind: 'entry'; entry: CacheEntry; isShared?: boolean; isUnfinished?: boolean }
  /** No page under this address: the status of an error, or a redirect. */
  | { kind: 'refusal'; refusal: RefusedAddress }
  | { kind: 'failure'; status: number }
  /** Nothing that may be stored: the visitor's own request is passed on. */
  | { kind: 'other' }
/**
 * A render under way: `position()` and the time in ms since the epoch when it began. `skipped`: rendering in the background waits for no slot.
 * That is no failure: the next request may render.
 */
export type RenderWork = {
  began: number
  begunAt: number
  result: Promise<RenderedPage | { kind: 'skipped' }>
}

/** Size of the data of scripts of pages that are not stored themselves, in bytes. */
const FLIGHTS_MAX_BYTES = 4 * 1024 * 1024

/** @param options parts with defaults may be left out. */
export function createSite(options: HandlerOptions): Site {
  const resolveClient = createClientResolver(options.trustedProxies)
  const { renders = createRenders(), policies = createPolicies(options) } = options
  const { answers = createAnswerCache() } = options
  return {
    storesPages: true,
    sendsTags: false,
    ...options,
    renders,
    policies,
    answers,
    url: new URL(options.siteUrl),
    clientOf: ({ socket, headers }) =>
      resolveClient(socket.remoteAddress, [headers['x-forwarded-for']].flat().join(',')),
    knownPages: createKnownKeys(),
    knownReads: createKnownKeys(),
    rendering: new Map(),
    reading: new Map(),
    pace: createPace(renders.usage),
    flights: createPageCache({ dataMaxBytes: FLIGHTS_MAX_BYTES }),
  }
}
