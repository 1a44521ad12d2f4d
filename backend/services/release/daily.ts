import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { projects, releaseDeliveries, releaseSources } from '#backend/db/tables.ts'
import { isProved, isPublic } from '#backend/db/visible.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Parts } from '#backend/parts.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { COMPARISON } from './compare.ts'
import { addDelivery, resumeDeliveries } from './deliveries.ts'

/**
 * Pause between two rounds, in ms, and plugins of a round. A look takes eight requests: with a token GitHub allows 5000 an hour, without one
 * 60, most of which are left for authors.
 */
const ROUND_MS = 5 * 60_000
const SLOW_ROUND_MS = 30 * 60_000
const WITH_TOKEN = 20
const WITHOUT_TOKEN = 1
const DAY_S = 24 * 3600

type Deps = Pick<Parts, 'db' | 'jobs' | 'clock'> & { hasToken: boolean }

/**
 * Looks for releases of plugins that were not looked at for a day, that are not archived, and whose author has proved to own the repository.
 * The repositories of the other plugins are compared, after them (compare.ts). One statement claims them, so that several backends share the
 * work.
 * @returns how many are looked at for releases.
 */
export async function lookDaily({ db, jobs, hasToken, clock }: Deps): Promise<number> {
  const now = clock()
  const limit = hasToken ? WITH_TOKEN : WITHOUT_TOKEN
  const time = now.toISOString()
  const isPublishing = sql`(${isProved}
    AND ${projects.visibility} <> 'archived' AND coalesce(source.is_daily, true))`
  const { rows } = await db.execute(sql`
    WITH claimed AS (
      INSERT INTO ${releaseSources} (project_id, looked_at)
      SELECT ${projects.id}, ${time}::timestamptz FROM ${projects}
      LEFT JOIN ${releaseSources} source ON source.project_id = ${projects.id}
      WHERE ${projects.kind} = 'plugin' AND ${isPublic} AND ${projects.repositoryId} IS NOT NULL
        AND NOT EXISTS (SELECT FROM ${releaseDeliveries} waiting
          WHERE waiting.project_id = ${projects.id} AND waiting.state = 'waiting')
        AND coalesce(source.looked_at, 'epoch') < ${time}::timestamptz - make_interval(secs => ${DAY_S})
      ORDER BY ${isPublishing} DESC, source.looked_at NULLS FIRST LIMIT ${limit}
      ON CONFLICT (project_id) DO UPDATE SET looked_at = excluded.looked_at
        WHERE coalesce(${releaseSources}.looked_at, 'epoch')
          < excluded.looked_at - make_interval(secs => ${DAY_S})
      RETURNING project_id)
    SELECT ${projects.id} AS id, ${isPublishing} AS is_publishing FROM claimed
    JOIN ${projects} ON ${projects.id} = claimed.project_id
    LEFT JOIN ${releaseSources} source ON source.project_id = claimed.project_id`)
  const claimed = z.array(z.object({ id: z.string(), is_publishing: z.boolean() })).parse(rows)
  for (const { id: projectId, is_publishing: isLook } of claimed) {
    const deliveryId = `${isLook ? 'daily:' : COMPARISON}${newId()}`
    await addDelivery(db, { projectId, origin: 'daily', deliveryId, tag: null, now })
  }
  if (claimed.length > 0) jobs.wake()
  return claimed.filter(({ is_publishing: isLook }) => isLook).length
}

/** Looks in rounds until `signal` aborts, and takes up deliveries that were left. */
export async function startDaily(
  deps: Deps & Pick<Parts, 'failures' | 'log'> & { signal: AbortSignal },
): Promise<void> {
  const { signal } = deps
  while (!signal.aborted) {
    await sleep(deps.hasToken ? ROUND_MS : SLOW_ROUND_MS, undefined, { signal, ref: false }).catch(
      () => undefined,
    )
    if (signal.aborted) return
    const report = (error: unknown) => reportFailure(deps, error, 'daily look')
    await lookDaily(deps).catch(report)
    await resumeDeliveries(deps.db).catch(report)
  }
}
