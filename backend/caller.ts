import type { TokenScope } from '#lib/contract/access-token.ts'

/** The account and the session of a request from a signed-in browser. */
export type SessionPrincipal = { uid: string; sessionId: string; accessToken?: undefined }

/** The account of a request with an access token. `projectId`: the only project that it may change. */
export type TokenPrincipal = {
  uid: string
  sessionId?: undefined
  accessToken: { id: string; name: string; scopes: readonly TokenScope[]; projectId: string | null }
}

export type Principal = SessionPrincipal | TokenPrincipal

/** Browser and operating system of a `User-Agent`; empty if unknown. */
export type Agent = { browser: string; system: string }

/** The sender of a request, for counting. */
export type Visitor = { address: string; userAgent: string }
