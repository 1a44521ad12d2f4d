import 'server-only'
import { refuse } from '#lib/api/refuse.ts'
import { hasTokenPrefix, TOKEN_PATTERN } from '#lib/contract/access-token.ts'
import type { Call } from '#lib/contract/call.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'

/**
 * The access token of a request (RFC 6750, section 2.1). `other`: another bearer token, which may be that of a proxy in
 * front of the site, so that it decides nothing.
 */
export function accessTokenOf(headers: Headers): { token: string } | 'other' | null {
  const given = /^Bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
  if (given === undefined) return null
  return hasTokenPrefix(given) ? { token: given } : 'other'
}

/** Answers a request whose access token cannot be passed on; `null` if it can. */
export function refusedToken(token: string, { session }: Pick<Call, 'session'>): Response | null {
  if (!TOKEN_PATTERN.test(token)) return malformedToken()
  if (session === undefined) return null
  return refuse(403, {
    message: 'This needs a signed-in browser.',
    reason: 'token_refused' satisfies ErrorCode,
  })
}

export const malformedToken = (): Response =>
  challenged(
    refuse(401, {
      message: 'The access token is incomplete or mistyped.',
      reason: 'token_malformed' satisfies ErrorCode,
    }),
  )

/** Adds the challenge that a 401 to a bearer token has (RFC 6750, section 3). */
export function challenged(response: Response): Response {
  if (response.status === 401) {
    response.headers.set('www-authenticate', 'Bearer error="invalid_token"')
  }
  return response
}
