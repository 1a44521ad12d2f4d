import 'server-only'
import { env } from '#lib/env.ts'

/**
 * What the backend is told of whoever asks: user agent, language, request id, and the address where
 * our own server has seen it, with the secret that vouches for it.
 */
export function visitorHeaders(incoming: Headers): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of ['user-agent', 'accept-language', 'x-request-id']) {
    const value = incoming.get(name)
    if (value !== null) headers[name] = value
  }
  const { INTERNAL_SECRET } = env()
  const address = incoming.get('x-client-address')
  if (INTERNAL_SECRET && address && isBehindOurServer()) {
    headers['x-client-address'] = address
    headers['x-internal-secret'] = INTERNAL_SECRET
  }
  return headers
}

/** Only the server around Next overwrites what a client claims its address to be. */
function isBehindOurServer(): boolean {
  return Reflect.get(globalThis, Symbol.for('keystrip.server')) === true
}
