import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { type Call, type FileCall, isOfRole, isPublicRead } from '#lib/contract/call.ts'
import type { TokenScope } from '#lib/contract/access-token.ts'
import type { Role } from '#lib/contract/admin/role.ts'
import { type CallName, CALLS, type Calls } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { findRoute, methodsOf } from '#lib/contract/route.ts'
import { rateOf } from '#lib/limits/rates.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import {
  InvalidInputError,
  NotFoundError,
  RateLimitError,
  UnauthenticatedError,
} from '#backend/errors.ts'
import {
  bucketOf,
  type Principal,
  type RoleHolder,
  type SessionPrincipal,
} from '#backend/caller.ts'
import { authoriseProject, authoriseScope } from './authorise.ts'
import { clientOf } from './client.ts'
import { respondWithData, respondWithError, respondWithStream } from './envelope.ts'
import {
  checkFields,
  type FixedFields,
  parseBody,
  parseParams,
  parseQuery,
  queryOf,
} from './parse.ts'
import type { StreamedResult } from '#backend/streamed.ts'
import { isSecret } from './secret.ts'
import { countedAddress } from './visitor.ts'

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** A parsed and authorised request of a call. */
export type CallRequest<C extends Call> = {
  c: Context<AppEnv>
  params: Output<C['params']>
  query: Output<C['query']>
  /** Absent for bodies that are not JSON, which the handler streams. */
  body: C extends { bodyType: string } ? undefined : Output<C['body']>
  /** Fields of the body that the call does not change, which the handler compares (`checkFixed`). */
  fixed: FixedFields
  /** The `Idempotency-Key`, of calls that take one. */
  idempotencyKey: string | undefined
  /** The revision of `If-Match`, of calls that take one. */
  revision: number | undefined
} & (C['access'] extends 'account'
  ? { principal: C extends { scope: TokenScope } ? Principal : SessionPrincipal }
  : unknown) &
  (C['access'] extends 'token' ? { token: string } : unknown) &
  (C['access'] extends Role ? { actor: RoleHolder } : unknown) &
  (C extends { ownUploads: true } | { identifies: true }
    ? { identify: () => Promise<Principal | undefined> }
    : unknown)

type Result<C extends Call> = C extends FileCall
  ? Response
  : C extends { session: 'open' }
    ? { token: string; device?: string | undefined }
    : C extends { session: 'device' }
      ? { device?: string | undefined }
      : C extends { streamed: true; data: infer D extends z.ZodType }
        ? StreamedResult<z.input<D>>
        : C extends { data: infer D extends z.ZodType }
          ? null extends z.input<D>
            ? void
            : z.input<D>
          : never

/** Implements a call. */
export type CallHandler<C extends Call> = (request: CallRequest<C>) => Promise<Result<C>>
/** One handler per call of the contract: a missing or an unknown one does not compile. */
export type Handlers = { [N in CallName]: CallHandler<Calls[N]> }

type Options = Pick<Dependencies, 'buckets' | 'limits' | 'internalSecret' | 'failures'> & {
  handlers: Handlers
  /** @throws UnauthenticatedError for the token of no session; as `authenticateAccessToken`. */
  authenticate: (token: string) => Promise<Principal>
  /** @throws DomainError `role_missing` for an account without the role, or a lower one. */
  actorOf: (principal: Principal, needs: Role) => Promise<RoleHolder>
  /** Serves the calls of roles alone, to the operator. */
  operator?: (c: Context<AppEnv>, needs: Role) => RoleHolder
}

/**
 * Counts every call in the rate limit of its address (lib/limits/rates.ts).
 * @throws RateLimitError
 */
export function limitCalls({ buckets, internalSecret }: Dependencies): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const address = countedAddress(c, internalSecret)
    if (address !== null) {
      const { wait } = await buckets.takeByAddress(rateOf(c.req.path), address)
      if (wait > 0) throw new RateLimitError(wait)
    }
    await next()
  }
}

/** Serves every call of the contract, below `API_BASE`. */
export function createRouter({ handlers, ...options }: Options) {
  const serve = <N extends CallName>(
    name: N,
    c: Context<AppEnv>,
    pathParams: Record<string, string>,
  ) => serveCall(options, CALLS[name], handlers[name], { c, pathParams })
  return new Hono<AppEnv>().all('*', async (c) => {
    // The operator's are below another path.
    const path = c.req.path.slice(c.req.path.indexOf(API_BASE) + API_BASE.length)
    const route = findRoute(c.req.method, path)
    if (route === 404) return respondWithError(c, { code: 'not_found', message: 'Unknown call.' })
    if (route === 405) {
      c.header('allow', methodsOf(path).join(', '))
      return respondWithError(c, { code: 'method_not_allowed', message: 'Method not allowed.' })
    }
    c.set('call', route.name)
    return serve(route.name, c, route.params)
  })
}

type Raw = { c: Context<AppEnv>; pathParams: Record<string, string> }

async function serveCall<C extends Call>(
  options: Omit<Options, 'handlers'>,
  call: C,
  handle: CallHandler<C>,
  { c, pathParams }: Raw,
): Promise<Response> {
  const request = await readRequest(options, call, { c, pathParams })
  // The parts were parsed with the schemas that the type is made of.
  const result = await handle(request as CallRequest<C>)
  return result instanceof Response ? result : respond(c, call, { result, ...options })
}

/**
 * Authorises, counts and parses a request, in this order; a network's quota is counted last, so that
 * invalid input is free.
 */
async function readRequest(
  { authenticate, actorOf, operator, buckets, limits, internalSecret }: Omit<Options, 'handlers'>,
  call: Call,
  { c, pathParams }: Raw,
): Promise<unknown> {
  if (call.access === 'internal') {
    const secret = c.req.header('x-internal-secret')
    if (!isSecret(secret, internalSecret)) throw new NotFoundError()
  }
  const token = call.access === 'token' ? bearerToken(c) : undefined
  const needs = isOfRole(call.access) ? call.access : undefined
  if (operator) {
    if (needs === undefined) throw new NotFoundError()
    return { c, actor: operator(c, needs), ...(await readParts(call, { c, pathParams }, true)) }
  }
  const isOfAccount = call.access === 'account' || needs !== undefined
  const principal = isOfAccount ? await authenticate(bearerToken(c)) : undefined
  let actor: RoleHolder | undefined
  if (principal) {
    const { wait } = await buckets.takeByAccount('account', bucketOf(principal))
    if (wait > 0) throw new RateLimitError(wait)
    authoriseScope(call, principal)
    if (needs) actor = await actorOf(principal, needs)
    if (call.quota) await limits.count(call.quota, principal.uid)
  }
  const isStrict = call.strict === true || principal?.accessToken !== undefined
  const parts = await readParts(call, { c, pathParams }, isStrict)
  if (principal) authoriseProject(call, principal, parts)
  if (!principal && call.quota) {
    await limits.count(call.quota, clientOf(c, { internalSecret }).network)
  }
  const idempotencyKey = call.idempotent && idempotencyKeyOf(c)
  const revision = call.conditional && revisionOf(c)
  // Asked when it matters: most files are public, and their bytes the same for everybody.
  const identify = async () =>
    c.req.header('authorization') === undefined ? undefined : authenticate(bearerToken(c))
  return { c, token, principal, actor, ...parts, idempotencyKey, revision, identify }
}

/**
 * The `Idempotency-Key` of a write, if present.
 * @throws InvalidInputError for a malformed key.
 */
function idempotencyKeyOf(c: Context<AppEnv>): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || /^[\w.:-]{8,100}$/.test(key)) return key
  throw new InvalidInputError('Idempotency-Key: 8 to 100 letters, digits, _ . : or -')
}

/**
 * The revision in `If-Match` (RFC 9110, section 13.1.1) that a change is based on, if present.
 * @throws InvalidInputError for any other entity tag.
 */
function revisionOf(c: Context<AppEnv>): number | undefined {
  const tag = c.req.header('if-match')
  if (tag === undefined || tag === '*') return undefined
  const revision = /^"(\d{1,9})"$/.exec(tag)?.[1]
  if (revision === undefined) throw new InvalidInputError('If-Match: "{revision}", or *')
  return Number(revision)
}

/**
 * The bearer token of a request (RFC 6750, section 2.1).
 * @throws UnauthenticatedError without one.
 */
function bearerToken(c: Context<AppEnv>): string {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new UnauthenticatedError()
  return token
}

async function readParts(call: Call, { c, pathParams }: Raw, isStrict: boolean) {
  const params = call.params && parseParams(pathParams, call.params)
  if (call.mediaType === undefined) checkFields(c, queryOf(c), { schema: call.query, isStrict })
  const query = call.query && parseQuery(c, call.query)
  if (!call.body || call.bodyType) return { params, query, body: undefined, fixed: {} }
  let fixed: FixedFields = {}
  const body = await parseBody(c, call.body, (raw) => {
    fixed = checkFields(c, raw, { schema: call.body, isStrict, fixed: call.fixed, params })
  })
  return { params, query, body, fixed }
}

type Responded = Pick<Options, 'failures'> & { result: unknown }

function respond(c: Context<AppEnv>, call: Call, { result, failures }: Responded): Response {
  if (!isPublicRead(call)) c.header('cache-control', 'private, no-store')
  if (call.session === 'open' || call.session === 'device') {
    return respondWithData(c, null, grantSchema.parse(result))
  }
  if (call.streamed) return respondWithStream(c, failures, streamedSchema.parse(result))
  return respondWithData(c, result ?? null)
}

const streamedSchema = z.object({
  parts: z.record(z.string(), z.unknown()),
  onEnd: z.custom<() => void>((value) => typeof value === 'function'),
})

const grantSchema = z.object({ token: z.string().optional(), device: z.string().optional() })
