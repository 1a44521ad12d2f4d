import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { mayWantPayload } from '#server/next/requests.ts'
import type { PageKey } from './page-key.ts'
import { isHost } from './request-target.ts'

/** Targets whose key is remembered, about 0.5 kB each, and the length of the longest. */
const TARGETS_MAX = 5_000
const TARGET_MAX = 300

/**
 * Remembers the keys of valid request targets, so that a request for a stored page is not parsed and
 * checked again. Requests of the client router are not remembered: their key depends on headers.
 */
export function createKnownKeys() {
  const keys = new LRUCache<string, PageKey>({ max: TARGETS_MAX })
  let lastHost: string | undefined

  function isKnownHost(host: string | undefined): boolean {
    if (host !== lastHost && !isHost(host)) return false
    lastHost = host
    return true
  }

  return {
    find({ method, url, headers }: IncomingMessage): PageKey | undefined {
      if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return undefined
      const known = keys.get(url)
      if (!known || mayWantPayload(headers) || !isKnownHost(headers.host)) return undefined
      return known
    },
    add({ url = '' }: IncomingMessage, page: PageKey): void {
      if (page.kind !== 'payload' && url.length <= TARGET_MAX) keys.set(url, page)
    },
  }
}
