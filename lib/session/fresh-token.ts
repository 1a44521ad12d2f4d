import 'server-only'
import { call, callEnvelope } from '#lib/api/call.ts'
import { ApiError } from '#lib/api/error.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import type { AccountInfo } from '#lib/contract/account.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { ensureProcessState } from '#lib/process-state.ts'

/** A request with an access token: its result, or the backend's refusal of the token (code 401). */
export type Attempt<T> = { ok: true; value: T } | { ok: false; message: string; reason?: string }

type NotRefreshed =
  /** The backend refuses the token, or its exchange: the session is over. */
  | { kind: 'ended'; message: string; reason?: string | undefined }
  /** The backend could not exchange the token; the session goes on. */
  | { kind: 'unavailable'; code: number }
type Refreshed = { kind: 'renewed'; token: string } | NotRefreshed
/** `token` is a new one if the old one had expired. */
type Result<T> = { kind: 'done'; value: T; token: string } | NotRefreshed

/**
 * Runs a request with an access token. If the backend refuses the token, it is exchanged once and the
 * request runs again. The only retry of an expired token.
 */
export async function withFreshToken<T>(
  token: string,
  attempt: (token: string) => Promise<Attempt<T>>,
): Promise<Result<T>> {
  const first = await attempt(token)
  if (first.ok) return { kind: 'done', value: first.value, token }
  const refreshed = await refreshOnce(token)
  if (refreshed.kind !== 'renewed') return refreshed
  const second = await attempt(refreshed.token)
  if (second.ok) return { kind: 'done', value: second.value, token: refreshed.token }
  return { kind: 'ended', message: second.message, reason: second.reason }
}

/** An envelope as an attempt: code 401 refuses the token. */
export function attemptOf<R extends { code: number; message: string; reason?: string | undefined }>(
  reply: R,
): Attempt<R> {
  const { code, message, reason } = reply
  return code === 401
    ? { ok: false, message, ...(reason !== undefined && { reason }) }
    : { ok: true, value: reply }
}

/**
 * The account of a token.
 * @throws ApiError if the backend fails.
 */
export async function accountOf(token: string): Promise<Attempt<AccountInfo>> {
  try {
    return { ok: true, value: await call('accountInfo', {}, { token }) }
  } catch (error) {
    if (error instanceof ApiError && error.failure.code === 401) return { ok: false, message: '' }
    throw error
  }
}

/** Like `accountOf`, but a failing backend does not refuse the token: the account is `null` then. */
export async function accountIfKnown(token: string): Promise<Attempt<AccountInfo | null>> {
  return (await ifAvailable(accountOf(token))) ?? { ok: true, value: null }
}

/**
 * Late requests with the old token get the new one for this time, in ms; shorter than the backend's
 * grace period.
 */
const KEPT_MS = 30_000

declare module '#lib/process-state.ts' {
  interface ProcessState {
    /** Pending and recent refreshes by old token. */
    refreshes: Map<string, Promise<Refreshed>>
  }
}

const flights = () => ensureProcessState('refreshes', () => new Map())

/** Exchanges a token, once for all concurrent requests of this process. */
export function refreshOnce(token: string): Promise<Refreshed> {
  const known = flights().get(token)
  if (known) return known
  const flight = fly(token)
  flights().set(token, flight)
  return flight
}

async function fly(token: string): Promise<Refreshed> {
  const refreshed = await exchange(token)
  if (refreshed.kind === 'unavailable') flights().delete(token)
  else setTimeout(() => flights().delete(token), KEPT_MS).unref()
  return refreshed
}

async function exchange(token: string): Promise<Refreshed> {
  try {
    const answer = await callEnvelope('refreshToken', {}, { token })
    if (answer.code === CODE_OK && answer.token) return { kind: 'renewed', token: answer.token }
    if (answer.code >= 500 || answer.code === 429) return { kind: 'unavailable', code: 503 }
    return { kind: 'ended', message: answer.message, reason: answer.reason }
  } catch (error) {
    return { kind: 'unavailable', code: error instanceof ApiError ? error.failure.code : 503 }
  }
}
