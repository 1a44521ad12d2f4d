import 'server-only'
import { refuse } from '#lib/api/refuse.ts'
import { hasTokenPrefix, TOKEN_PATTERN, TOKEN_PREFIXES } from '#lib/contract/access-token.ts'
import type { Call } from '#lib/contract/call.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import { env } from '#lib/env.ts'
import { paths } from '#lib/paths.ts'

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

/**
 * Whether a request without an access token is that of a program: it has an `Authorization` header, which pages of other sites cannot set
 * (server/other-sites.ts), or none of those that browsers send: the origin of a page, and cookies. It decides about the words of a refusal alone.
 */
export const isOfProgram = (headers: Headers): boolean =>
  headers.has('authorization') ||
  !['sec-fetch-site', 'origin', 'cookie'].some((name) => headers.has(name))

/** Refuses a program without an access token: with what the call takes, and where tokens are made. */
export function missingToken({ scope }: Pick<Call, 'scope'>): Response {
  const page = new URL(paths.newToken(), env().SITE_URL).href
  const message =
    scope === undefined
      ? 'Please sign in with a browser: this call takes no access token.'
      : `The access token is missing. Send “Authorization: Bearer ${TOKEN_PREFIXES.personal}…” with a token of the scope ${scope}, made at ${page}.`
  const response = refuse(401, { message, reason: 'no_session' satisfies ErrorCode })
  response.headers.set('www-authenticate', 'Bearer realm="Keystrip"')
  return response
}

/** Adds the challenge that a 401 to a bearer token has (RFC 6750, section 3). */
export function challenged(response: Response): Response {
  if (response.status === 401) {
    response.headers.set('www-authenticate', 'Bearer error="invalid_token"')
  }
  return response
}
