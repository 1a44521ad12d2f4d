import type { z } from 'zod'
import type { TokenScope } from './access-token.ts'
import type { ErrorCode } from './error-code.ts'
import type { Role } from '#lib/contract/admin/role.ts'
import type { TUS_BYTES } from '#lib/contract/file/resumable.ts'

/**
 * Who may make a call. `token`: with a session token that may have expired (refresh and sign-out);
 * `account`: with a valid session token, or an access token with the call's `scope`; `internal`: only the site's own processes, which know
 * `INTERNAL_SECRET`. A call of `internal` access is never forwarded from browsers. `moderator`, `administrator`: a signed-in browser of an
 * account with that role or a higher one, which the backend reads anew for each call; and the operator's commands.
 */
export type Access = 'public' | 'token' | 'account' | 'internal' | Role

/** Whether a call needs a role. */
export const isOfRole = (access: Access): access is Role =>
  access === 'moderator' || access === 'administrator'

/** The rate limit of an address that a call counts in (lib/limits/rates.ts). */
export type RateLimit =
  | 'calls'
  | 'searches'
  | 'pictures'
  | 'counts'
  | 'cards'
  | 'made'
  | 'exchanges'

/** A second limit, counted in the database by account or by network (backend/services/limit/limits.ts). */
export type Quota =
  | 'writesByAccount'
  | 'uploadsByAccount'
  | 'checksByAccount'
  | 'registerByAddress'
  | 'logInByAddress'
  | 'resetByAddress'
  | 'exchangesByAddress'
  | 'answersByAccount'
  | 'holdsByAddress'
  | 'stripsByAddress'
  | 'invitationsByAccount'
  | 'mailTestsByAccount'
  | 'emailChangesByAccount'
  | 'reportsByAddress'
  | 'reportAnswersByAddress'

/** What a cached answer depends on: a change of any of these makes it stale (lib/cache/tags.ts). `cards`: each project in `items`, or the pack of each icon. */
export type CacheScope = 'kind' | 'list' | 'project' | 'cards' | 'addresses'

/**
 * What a call concerns, which decides about a token of one project. `params`, `query`, `body`: the project whose `id` is
 * there; `new`: one that it creates; `files`: uploaded files, which the handler checks; `account`: anything else of the
 * account, which such a token does not reach; `nothing`: no data of an account.
 */
type Concern = 'params' | 'query' | 'body' | 'new' | 'files' | 'account' | 'nothing'

/** The scope that an access token needs; without it, only a signed-in browser may make the call. */
type Scoped = { scope: TokenScope; concerns: Concern } | { scope?: undefined; concerns?: undefined }

type Common = Scoped & {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below `API_BASE`; `{name}` is a path parameter. */
  path: string
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Media type of the body; JSON by default. */
  bodyType?: 'multipart/form-data' | typeof TUS_BYTES
  /** Which headers of tus 1.0 it takes. */
  tus?: 'version' | 'creation' | 'bytes'
  /** Error codes of this call besides `COMMON_ERRORS`, and `not_found` where it has parameters of the path. */
  errors?: readonly ErrorCode[]
  access: Access
  /** Unknown fields are refused for every caller; those of requests with an access token always are. */
  strict?: true
  /** The answer to reading what the call changes: its fields may be sent back in the body, with their values. */
  fixed?: z.ZodObject
  /** `calls` by default. */
  limit?: RateLimit
  quota?: Quota
  /** Not offered to browsers: the web app makes the call itself. */
  withheld?: true
  /**
   * The body proves who calls: cookies are neither read nor set, so that it does not matter from which site the
   * request comes.
   */
  provesItself?: true
  /** A signed-in account may make it too, and is known then. Of `public` access. */
  identifies?: true
  /** Every backend has the call; it may leave out the others and answer 404. */
  required?: true
  /** Takes an `Idempotency-Key`: repeated with the same key, the call is executed once. */
  idempotent?: true
  /** Takes `If-Match` with the revision of what it changes; 409 `stale` on a mismatch. */
  conditional?: true
  /** How long the web app may cache the answer, in seconds; its own default without `seconds`. */
  cache?: { scopes: readonly CacheScope[]; seconds?: number }
  /** Which cached pages the call makes stale. */
  revalidates?: 'project' | 'author' | 'catalogue'
}

/** A call that answers with an envelope. */
export type JsonCall = Common & {
  /** Schema of `data` of a successful answer. */
  data: z.ZodType
  mediaType?: undefined
  ranges?: undefined
  redirects?: undefined
  ownUploads?: undefined
  /**
   * `open`: the envelope carries a new session token (and optionally a device token); `device`: only a
   * device token; `end`, `delete`: the session is over afterwards.
   */
  session?: 'open' | 'device' | 'end' | 'delete'
  /**
   * The answer grows with the data of the account, without a bound: it is sent while it is read, and passed on as it is. After the first
   * byte an error breaks it off.
   */
  streamed?: true
}

/** A call that answers with bytes, the same for everybody who gets them. One of `public` access needs no session. */
export type FileCall = Common & {
  /** Media type of a successful answer. */
  mediaType: string
  streamed?: undefined
  /** Serves byte ranges (RFC 9110, section 14). */
  ranges?: true
  /** Answers with 302 and the path of the bytes, in place of bytes; shared caches may keep that for the seconds of `cache`. */
  redirects?: true
  /** An upload that is not published yet is served to its owner alone: with a session, or an access token that may publish. */
  ownUploads?: true
  data?: undefined
  session?: undefined
}

export type Call = JsonCall | FileCall

/**
 * Whether programs and pages of any other site may read the answers of a call: reading the catalogue and published files. It
 * needs no account and opens no session, so that the answer is the same for everybody (docs/security.md#other-sites).
 */
export const isPublicRead = ({ method, access, session }: Call): boolean =>
  method === 'get' && access === 'public' && session === undefined

/** Whether the web app forwards a call; it makes the others itself. */
export const isOffered = ({ access, withheld }: Call): boolean =>
  access !== 'internal' && withheld !== true

/** Errors that every call may answer with. */
export const COMMON_ERRORS = [
  'invalid_input',
  'body_too_large',
  'too_many',
  'busy',
  'disk_full',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[]

/** Every error code that a call may answer with; an invalid path parameter is `not_found`. */
export function errorsOf({
  access,
  scope,
  concerns,
  errors = [],
  params,
  ownUploads,
  identifies,
  body,
  fixed,
  strict,
}: Call): Set<ErrorCode> {
  const isOfAccount = access === 'account' || isOfRole(access)
  const session: ErrorCode[] = isOfAccount || access === 'token' ? ['no_session'] : []
  const token: ErrorCode[] = isOfAccount ? TOKEN_ERRORS : []
  const role: ErrorCode[] = isOfRole(access) ? ['role_missing'] : []
  const allowed: ErrorCode[] = scope ? ['token_scope'] : ['token_refused']
  const isOpen = concerns === undefined || concerns === 'files' || concerns === 'nothing'
  const project: ErrorCode[] = isOpen ? [] : ['token_project']
  const path: ErrorCode[] = params ? ['not_found'] : []
  const owner: ErrorCode[] =
    ownUploads || identifies ? ['no_session', 'token_scope', ...TOKEN_ERRORS] : []
  const unknown: ErrorCode[] = scope || strict ? ['unknown_field'] : []
  const changed: ErrorCode[] = body && (params || fixed) ? ['field_fixed'] : []
  return new Set([
    ...session,
    ...token,
    ...role,
    ...(isOfAccount ? allowed : []),
    ...project,
    ...owner,
    ...unknown,
    ...changed,
    ...errors,
    ...path,
    ...COMMON_ERRORS,
  ])
}

/** Errors of an access token that is not accepted at all. */
const TOKEN_ERRORS: ErrorCode[] = ['token_malformed', 'token_unknown', 'token_expired', 'suspended']

type Values<S> = S extends z.ZodObject
  ? {
      [
        K in keyof z.input<S> as undefined extends z.input<S>[K] ? never : K
      ]: K extends keyof z.output<S> ? z.output<S>[K] : never
    } & {
      [
        K in keyof z.input<S> as undefined extends z.input<S>[K] ? K : never
      ]?: K extends keyof z.output<S> ? z.output<S>[K] | undefined : never
    }
  : unknown

/** What a caller passes: path and query parameters by name, and `body`. */
export type CallInput<C extends Call> = object &
  Values<C['params']> &
  Values<C['query']> &
  (C['body'] extends z.ZodType ? { body: z.input<C['body']> } : unknown)
