import { env } from '#lib/env.ts'
import { getProcessState } from '#lib/process-state.ts'

/**
 * Headers about the visitor for the backend: user agent, language, request id, and the client address if
 * our server determined it, with the secret that proves it.
 */
export function visitorHeaders(incoming: Pick<Headers, 'get'>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of ['user-agent', 'accept-language', 'x-request-id']) {
    const value = incoming.get(name)
    if (value !== null) headers[name] = value
  }
  const { INTERNAL_SECRET } = env()
  const address = incoming.get('x-client-address')
  if (INTERNAL_SECRET && address && getProcessState('isBehindServer')) {
    headers['x-client-address'] = address
    headers['x-internal-secret'] = INTERNAL_SECRET
  }
  return headers
}
