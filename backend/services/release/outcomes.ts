import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Delivery } from '#lib/contract/release.ts'
import type { Database } from '#backend/db/connect.ts'
import { releaseDeliveries } from '#backend/db/tables.ts'
import { createTurns } from '#lib/limits/turns.ts'
import { DomainError } from '#backend/errors.ts'
import { type DeliveryRow, toDelivery } from './deliveries.ts'

/** How long the notice of a workflow waits for what becomes of it, in ms. */
const WAIT_MS = 20_000
/**
 * The same for a webhook of GitHub, which counts a delivery as failed after 10 s:
 * https://docs.github.com/en/webhooks/testing-and-troubleshooting-webhooks/troubleshooting-webhooks
 */
const WEBHOOK_WAIT_MS = 5_000
/**
 * Notices that wait, of this process and of one project: each holds one of the places for requests with a body
 * (server/limits.ts). Further ones are answered at once.
 */
const WAITING_MAX = 16
const WAITING_OF_PROJECT = 3
/** First and longest pause between two looks, in ms, and how much longer each is. */
const PAUSE_MS = 200
const PAUSE_MAX_MS = 1000
const GROWTH = 1.25

type Waiting = {
  isWebhook: boolean
  /** Aborts when no request waits any more. */
  gone: AbortSignal
}

/** What becomes of deliveries, for those who wait for it. */
export function createOutcomes(db: Database, { waitMs = WAIT_MS } = {}) {
  const places = createTurns(WAITING_MAX, 0, { atOnce: WAITING_OF_PROJECT, waitingMax: 0 })

  async function look(id: string): Promise<Delivery> {
    const [row] = await db.select().from(releaseDeliveries).where(eq(releaseDeliveries.id, id))
    // Deleted with its project meanwhile.
    if (!row) throw new DomainError('release_refused', 'The project was deleted.')
    return toDelivery(row)
  }

  async function waitFor(id: string, { isWebhook, gone: signal }: Waiting): Promise<Delivery> {
    const end = performance.now() + (isWebhook ? Math.min(waitMs, WEBHOOK_WAIT_MS) : waitMs)
    for (let pause = PAUSE_MS; ; pause = Math.min(pause * GROWTH, PAUSE_MAX_MS)) {
      const delivery = await look(id)
      const isOver = delivery.state !== 'waiting' || performance.now() > end || signal.aborted
      if (isOver) return delivery
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    /**
     * What became of a delivery, after a while at the latest; at once while too many wait.
     */
    async outcomeOf(
      { id, projectId }: Pick<DeliveryRow, 'id' | 'projectId'>,
      waits: Waiting,
    ): Promise<Delivery> {
      if (!places.tryEnter(projectId)) return look(id)
      try {
        return await waitFor(id, waits)
      } finally {
        places.leave(projectId)
      }
    },
  }
}
export type Outcomes = ReturnType<typeof createOutcomes>
