import type { Role } from '#lib/contract/admin/role.ts'
import type { TokenScope } from '#lib/contract/access-token.ts'
import type { Kind } from '#lib/contract/kind.ts'

/** The account and the session of a request from a signed-in browser. */
export type SessionPrincipal = { uid: string; sessionId: string; accessToken?: undefined }

/** What a trusted publisher may publish first. */
export type FirstRelease = { publisherId: string; kind: Kind; title: string }

/**
 * What an access token may change. `all`: every project of the account, and new ones; `project`: one. `first`: also
 * publish this one, if its publisher has published nothing yet.
 */
export type TokenReach =
  | { projects: 'all' }
  | { projects: 'one'; projectId: string | null; first: FirstRelease | null }

/** The account of a request with an access token. */
export type TokenPrincipal = {
  uid: string
  sessionId?: undefined
  accessToken: { id: string; name: string; scopes: readonly TokenScope[]; reach: TokenReach }
}

/** Who makes a call that needs a role: an account, or with `uid` null the operator by a command. */
export type RoleHolder = {
  uid: string | null
  /** User name of the account, or that of the system. */
  name: string
  /** The role that it has; the operator is an administrator. */
  role: Role
  /** The role that the call needs; read again where it acts (services/audit/record.ts). */
  needs: Role
  /** It had the role when it decided, and a job does now what follows. */
  hasDecided?: true
}

export type Principal = SessionPrincipal | TokenPrincipal

/** The bucket of an account's calls. Programs count for themselves, so that they do not use up what their owner needs. */
export const bucketOf = ({ uid, accessToken }: Principal): string => accessToken?.id ?? uid

/** Browser and operating system of a `User-Agent`; empty if unknown. */
export type Agent = { browser: string; system: string }

/** The sender of a request, for counting. */
export type Visitor = { address: string; userAgent: string }

/** Whose upload a file is that every caller of its account may use, but tokens of one project. */
export const WHOLE_ACCOUNT = 'account'

/** Whose an upload is: of the account, or of the project of a token; of its publisher, as long as there is no project. */
export function uploaderOf({ accessToken }: Principal): string {
  const reach = accessToken?.reach
  if (reach === undefined || reach.projects === 'all') return WHOLE_ACCOUNT
  return reach.projectId ?? reach.first?.publisherId ?? WHOLE_ACCOUNT
}
