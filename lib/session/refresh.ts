import 'server-only'
import { callEnvelope } from '#lib/api/call.ts'
import { ApiError } from '#lib/api/error.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { ensureProcessState } from '#lib/process-state.ts'

/**
 * Late requests with the old token get the new one for this time, in ms; shorter than the backend's
 * grace period.
 */
const KEPT_MS = 30_000

export type Refreshed =
  | { kind: 'renewed'; token: string }
  /** The backend refuses the refresh: the session is over. */
  | { kind: 'ended'; message: string; reason?: string | undefined }
  /** The backend failed: the session stays. */
  | { kind: 'unavailable'; code: number }

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
