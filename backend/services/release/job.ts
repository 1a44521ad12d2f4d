import { eq } from 'drizzle-orm'
import { projects, releaseDeliveries } from '#backend/db/tables.ts'
import { DomainError, isDiskFull } from '#backend/errors.ts'
import { failedSubsystem } from '#backend/report-failure.ts'
import { recordStatus, statusOfError } from '#backend/services/plugin/repository-status.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import type { JobHandler, JobContext } from '#backend/services/job/runner.ts'
import { giveUp, settle } from './deliveries.ts'
import { notifyOfRefused } from './notify-author.ts'
import { DOWNLOAD_TIMES } from './download.ts'
import { type FoundRelease, publishRelease } from './publish-release.ts'

/** Longest work on one release, in ms: it holds one of the few workers for releases. */
const RELEASE_MS = 600_000
/** Pause of a delivery while another one of its project is read, in seconds. */
const SAME_PROJECT_S = 2
/** A rate limit of GitHub is waited for at least and at most this long, in seconds, whatever GitHub answers. */
const LIMIT_MIN_S = 30
const LIMIT_MAX_S = 3600

const TIMES = { ...DOWNLOAD_TIMES, releaseMs: RELEASE_MS }
export type ReleaseTimes = typeof TIMES

type Deps = Omit<Parameters<typeof publishRelease>[0], 'times' | 'payer'> &
  Parameters<typeof recordStatus>[0] &
  Parameters<typeof notifyOfRefused>[0] & {
    releaseTimes?: Partial<ReleaseTimes>
  }

/** Errors that say nothing about the release: the job is tried again. */
const TRANSIENT: readonly string[] = [
  'github_limit',
  'github_unauthorized',
  'github_forbidden',
  'github_failing',
  'github_nonsense',
  'github_slow',
  'github_unreachable',
  'asset_unreachable',
  'overloaded',
  'busy',
  'disk_full',
  'unavailable',
]

/** The job that reads a release and publishes it; the subject is the id of the delivery. */
export function releaseHandler(deps: Deps) {
  const { db, clock } = deps
  const times = { ...TIMES, ...deps.releaseTimes }
  /** Projects whose releases this process reads. */
  const read = new Set<string>()

  async function attempt(
    found: FoundRelease,
    { signal, payer }: Pick<JobContext, 'signal' | 'payer'>,
  ) {
    const now = clock()
    const stopped = AbortSignal.any([signal, AbortSignal.timeout(times.releaseMs)])
    try {
      const github = { ...deps.github, stopped }
      await publishRelease({ ...deps, times, github, payer }, found, now)
    } catch (error) {
      // The queue begins it again.
      if (signal.aborted) throw error
      await record(found, error, now)
      const status = statusOfError(error)
      if (status) await recordStatus(deps, found.project, { status, now })
    }
  }

  /** @throws what the queue is to do, unless the release is refused for good. */
  async function record(found: FoundRelease, error: unknown, now: Date) {
    const { id } = found.delivery
    if (!(error instanceof DomainError)) {
      const reason = failedSubsystem(error) ? 'unavailable' : 'internal'
      await settle(db, id, { reason, details: {} }, now).catch(() => undefined)
      throw error
    }
    const { code: reason, details = {}, message } = error
    const isTransient = TRANSIENT.includes(reason) || isDiskFull(error.cause)
    const said = Object.keys(details).length > 0 ? details : { message }
    const state = isTransient ? 'waiting' : 'refused'
    const isSettled = await settle(db, id, { state, reason, details: said }, now)
    if (isTransient) throw toRetry(error)
    if (isSettled) notifyOfRefused(deps, { ...found, reason })
  }

  async function find(id: string): Promise<FoundRelease | undefined> {
    const [found] = await db
      .select({ delivery: releaseDeliveries, project: projects })
      .from(releaseDeliveries)
      .innerJoin(projects, eq(projects.id, releaseDeliveries.projectId))
      .where(eq(releaseDeliveries.id, id))
    return found
  }

  return {
    async run(
      id: string,
      context: Pick<JobContext, 'signal' | 'progress' | 'payer'>,
    ): Promise<void> {
      const found = await find(id)
      if (!found || found.delivery.state !== 'waiting') return
      const projectId = found.project.id
      // The notices of one release must not hold all workers, nor download its packages at the same time.
      if (read.has(projectId)) throw new LaterError(SAME_PROJECT_S)
      read.add(projectId)
      try {
        await attempt(found, context)
      } finally {
        read.delete(projectId)
      }
    },
    async giveUp(id: string): Promise<void> {
      const isSettled = await giveUp(db, id, clock())
      const found = await find(id)
      if (isSettled && found) {
        notifyOfRefused(deps, { ...found, reason: found.delivery.reason ?? 'internal' })
      }
    },
  } satisfies JobHandler
}

/**
 * The queue tries again, after a pause that grows, and gives up in the end: one release must not use up what GitHub allows the site. A rate
 * limit always ends, so that it is waited for without end, and no attempt counts.
 */
function toRetry(error: DomainError): Error {
  if (error.code !== 'github_limit') return new Error(`release: ${error.code}`, { cause: error })
  const seconds = error.retryAfter ?? 0
  return new LaterError(Math.min(Math.max(seconds, LIMIT_MIN_S), LIMIT_MAX_S), error)
}
