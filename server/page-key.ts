import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { canonicalVersion } from '#lib/catalogue/version-query.ts'
import { canonicalQuery } from '#lib/catalogue/view.ts'
import { mayWantPayload, readPayloadRequest } from '#server/next/exchange.ts'
import { LRUCache } from 'lru-cache'
import { isCardOrEmbed, isHost, pageOfFlight } from './request-target.ts'

/** Files with a content hash in their name: immutable. */
const ASSET_PATH = '/_next/static/'
const LISTS = KINDS.map((kind) => KIND_TABLE[kind].path).join('|')
const LANGUAGES = LOCALES.filter((locale) => locale !== LOCALES[0]).join('|')
/** Pages with texts of the site alone. */
const TEXTS = `faq|strip|developers(?:/account)?|publish(?:/(?:automation|${LISTS}))?`
/** Public pages as the site writes their paths. */
const PAGE = new RegExp(
  `^(?:/(?:${LANGUAGES}))?/home/(?:index|(?<texts>${TEXTS})|(?<list>${LISTS})|(?:${LISTS})/detail/[^/?]+(?:/(?:history|formats)|/compare/[^/?]+(?:/[1-9]\\d?)?)?|author/[^/?]+(?:/(?:${LISTS}))?|about/[^/?]+)$`,
)
const DETAIL = /\/detail\/[^/?]+$/
/** A stored response: the request that it is rendered for, and its key. */
export type PageKey = {
  key: string
  kind: 'document' | 'payload' | 'asset' | 'flight' | 'file'
  /** Path and query in canonical form. */
  target: string
  /** Segment that the client router prefetches. */
  segment?: string
  /** Version of the content in the address (`?v=`), which is the `ETag` of the content while it is the present one. */
  version?: string
  /** Whether the page shows texts of the site alone, which stay for as long as the settings and the process. */
  isLasting?: boolean
}
type Request = { method?: string | undefined; headers: IncomingHttpHeaders }

/**
 * The key of a request that the page cache may answer. It depends on the path, on the parameters of a
 * list (`VIEW_PARAMETERS`, in their order) or the version of a project, and on whether the client router asks; every other header
 * and parameter is left out of the key and of the request that the page is rendered for.
 * @param target in origin form, valid (`readTarget`).
 */
export function pageKeyOf(target: string, { method, headers }: Request): PageKey | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const document = pageOfFlight(target)
  if (document !== undefined) {
    const page = pageKeyOf(document, { method, headers: {} })
    // What follows the hash in canonical form.
    const start = target.slice(0, target.length - document.length)
    return page?.kind === 'document'
      ? { ...page, key: start + page.key, kind: 'flight' }
      : undefined
  }
  const at = target.indexOf('?')
  const path = canonicalPath(at < 0 ? target : target.slice(0, at))
  if (path.startsWith(ASSET_PATH)) return { key: path, kind: 'asset', target: path }
  // What cards and embeds show depends on no query.
  if (isCardOrEmbed(path)) {
    const version = at < 0 ? null : new URLSearchParams(target.slice(at)).get('v')
    return { key: path, kind: 'file', target: path, ...(version && { version }) }
  }
  const page = PAGE.exec(path)
  if (!page) return undefined
  const { list, texts } = page.groups ?? {}
  const query = at < 0 ? '' : queryOf(path, { isList: list !== undefined }, target.slice(at + 1))
  // The middleware redirects to the address without such parameters.
  if (query === null) return undefined
  const payload = readPayloadRequest(headers)
  if (payload === null) return undefined
  const about = { target: path + query, ...(texts !== undefined && { isLasting: true }) }
  if (payload === undefined) return { key: path + query, kind: 'document', ...about }
  const name = payload.segment === undefined ? '' : ` ${payload.segment}`
  return { key: `rsc${name} ${path}${query}`, kind: 'payload', ...about, ...payload }
}

/** What a page depends on of its query: the parameters of a list, the version of a project; `null` where some change nothing. */
function queryOf(path: string, { isList }: { isList: boolean }, query: string): string | null {
  if (isList) return canonicalQuery(query)
  return DETAIL.test(path) ? canonicalVersion(query) : ''
}

/** The path with each segment encoded in one way. */
function canonicalPath(path: string): string {
  if (/^[\w/.-]*$/.test(path)) return path
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/')
}

/** Targets whose key is remembered, about 0.5 kB each, and the length of the longest. */
const TARGETS_MAX = 5_000
const TARGET_MAX = 300

/**
 * Remembers the keys of valid request targets, so that a request for a stored page is not parsed and
 * checked again. Requests of the client router are not remembered: their key depends on headers.
 */
export function createKnownKeys<Key extends object>() {
  const keys = new LRUCache<string, Key>({ max: TARGETS_MAX })
  let lastHost: string | undefined

  function isKnownHost(host: string | undefined): boolean {
    if (host !== lastHost && !isHost(host)) return false
    lastHost = host
    return true
  }

  return {
    find({ method, url, headers }: IncomingMessage): Key | undefined {
      if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return undefined
      const known = keys.get(url)
      if (!known || mayWantPayload(headers) || !isKnownHost(headers.host)) return undefined
      return known
    },
    add({ url = '' }: IncomingMessage, key: Key): void {
      if (url.length <= TARGET_MAX) keys.set(url, key)
    },
  }
}

export type KnownKeys<Key extends object> = ReturnType<typeof createKnownKeys<Key>>
