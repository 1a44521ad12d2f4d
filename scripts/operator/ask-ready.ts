import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { OperatedSite } from './operator-client.ts'

/** A site that has just started has not asked its mail server yet: longer than that check takes, in ms. */
const WAIT_MS = 10_000
const PAUSE_MS = 250
const TIMEOUT_MS = 10_000

const readySchema = z.object({
  checks: z.record(z.string(), z.string()),
  /** What the web process has seen of proxies; for the operator alone. */
  notices: z.array(z.string()).default([]),
})

/** Before the first backup its state is unknown, however long one waits. */
const isUnchecked = ([part, state]: [string, string]) => state === 'unknown' && part !== 'backup'

/**
 * Asks a site for the states of its parts, until each was checked once or `waitMs` are over.
 * @returns its last answer: the states, `null` without an answer; the names of those that were not checked; what it has seen of proxies;
 * its clock, in ms (`NaN` without one).
 */
export async function askReady(
  { webUrl, secret }: Pick<OperatedSite, 'webUrl' | 'secret'>,
  { waitMs = WAIT_MS, pauseMs = PAUSE_MS } = {},
) {
  const headers = { authorization: `Bearer ${secret}` }
  const deadline = performance.now() + waitMs
  for (;;) {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(`${webUrl}/readyz`, { headers, signal }).catch(() => null)
    const { data } = readySchema.safeParse(await answer?.json().catch(() => null))
    const states = Object.entries(data?.checks ?? {})
    const unchecked = states.filter(isUnchecked).map(([part]) => part)
    if (unchecked.length === 0 || performance.now() >= deadline) {
      const at = Date.parse(answer?.headers.get('date') ?? '')
      return { states: data ? states : null, unchecked, notices: data?.notices ?? [], at }
    }
    await sleep(pauseMs)
  }
}
