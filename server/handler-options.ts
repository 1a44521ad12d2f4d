import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Health } from './health.ts'
import type { Guard } from './limits.ts'
import type { OnRequest } from './observe.ts'
import type { PageCache } from './page-cache.ts'
import type { PolicyReports } from './policy-reports.ts'
import type { Policies } from './policy.ts'
import type { ProxyWatch } from './proxy-watch.ts'
import type { Renders } from './renders.ts'
import type { SharedPages } from './shared-pages.ts'
import type { StatusPages } from './status-pages.ts'

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>
/** A request that could not be answered, for the log. */
export type RequestError = {
  id?: string
  method?: string | undefined
  path: string
  error: unknown
}

/** A request that passed the checks, and how to answer it with an error. */
export type RequestExchange = {
  req: IncomingMessage
  res: ServerResponse
  id: string
  address: string
  path: string
  sendError: (status: number) => void
  /** Address of data of scripts, requested instead of the page that has it. */
  flight?: string
}

/** What the request handler (handler.ts) is made of. */
export type HandlerOptions = {
  next: RequestHandler
  pages: StatusPages
  cache: PageCache
  /** Answers of the API. */
  answers?: PageCache
  /** Pages of the other web processes. */
  shared?: SharedPages | undefined
  renders?: Renders
  policies?: Policies
  /** Receives the browsers' reports of violations of a policy. */
  reports?: PolicyReports
  siteUrl: string
  trustedProxies: readonly string[]
  /** Is shown each request, with its headers as they were sent. */
  proxies?: Pick<ProxyWatch, 'see'>
  /** Deadline for the start of a page's response, in ms; then 504. 0: none. */
  pageDeadlineMs: number
  onError: (error: RequestError) => void
  guard: Guard
  health: Health
  /** Whether public pages are stored; not in development. */
  storesPages?: boolean
  /** Whether responses name their tags, for a cache in front. */
  sendsTags?: boolean
  onRequest?: OnRequest
  /** Called with the reason where the scripts of a public page cannot wait (decision 61). */
  onUnprepared?: (path: string, reason: string) => void
}
