import 'server-only'
import { refreshToken } from '#lib/api/accounts.ts'
import { ApiError } from '#lib/api/error.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'

/**
 * For so long a request that still comes with the old token gets the new one, in ms; shorter than
 * the backend's grace window.
 */
const KEPT_MS = 30_000

export type Refreshed =
  | { kind: 'renewed'; token: string }
  /** The backend refuses: the session is over; with what it said. */
  | { kind: 'ended'; message: string; reason?: string | undefined }
  /** The backend cannot say: the session stays. */
  | { kind: 'unavailable'; code: number }

/* Next bundles handlers and pages apart; what they share stands here. */
const FLIGHTS = Symbol.for('keystrip.refresh-flights')

function flights(): Map<string, Promise<Refreshed>> {
  const known: unknown = Reflect.get(globalThis, FLIGHTS)
  if (known instanceof Map) return known
  const made = new Map<string, Promise<Refreshed>>()
  Reflect.set(globalThis, FLIGHTS, made)
  return made
}

/** Exchanges a token: once, however many requests of this process ask at the same time. */
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
    const answer = await refreshToken(token)
    if (answer.code === CODE_OK && answer.token) return { kind: 'renewed', token: answer.token }
    if (answer.code >= 500 || answer.code === 429) return { kind: 'unavailable', code: 503 }
    return { kind: 'ended', message: answer.message, reason: answer.reason }
  } catch (error) {
    return { kind: 'unavailable', code: error instanceof ApiError ? error.failure.code : 503 }
  }
}
