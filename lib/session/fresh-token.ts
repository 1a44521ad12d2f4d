import 'server-only'
import { call } from '#lib/api/call.ts'
import { ApiError } from '#lib/api/error.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import type { AccountInfo } from '#lib/contract/account.ts'
import { refreshOnce } from './refresh.ts'

/** A request with an access token: its result, or the backend's refusal of the token (code 401). */
export type Attempt<T> = { ok: true; value: T } | { ok: false; message: string; reason?: string }

type Result<T> =
  /** `token` is a new one if the old one had expired. */
  | { kind: 'done'; value: T; token: string }
  | { kind: 'ended'; message: string; reason?: string | undefined }
  /** The backend could not exchange the token; the session goes on. */
  | { kind: 'unavailable'; code: number }

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
