import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type Delivery,
  type githubNoticeSchema,
  NOTICE_SECONDS,
  type noticeSchema,
  type workflowNoticeSchema,
} from '#lib/contract/release.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import type { Database } from '#backend/db/connect.ts'
import { projects, releaseSources } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { DomainError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { addDelivery } from './deliveries.ts'
import type { Outcomes } from './outcomes.ts'
import { isSignedBy } from './signature.ts'

/** Plugins of one repository that are compared with a signature. */
const SOURCES_MAX = 20

type Deps = Pick<Parts, 'db' | 'limits' | 'jobs'> & { outcomes: Outcomes }
type Signed = {
  body: z.infer<typeof noticeSchema>
  /** The bytes that are signed, as text. */
  raw: string
  signature: string | undefined
  now: Date
  /** Aborts when the sender waits no longer. */
  gone: AbortSignal
}
type WorkflowNotice = z.infer<typeof workflowNoticeSchema>

/**
 * Takes a notice of a release, and waits a while for what becomes of it. Nothing in it is believed but that there may be a release: the
 * job reads the repository of the project. Nothing is written for a refused notice.
 * @returns the delivery; `null` for events of GitHub that are no published release.
 * @throws DomainError `notice_unsigned`; `notice_forged` for a signature of no project of the repository; `notice_foreign` for that of
 * another plugin of it; `notice_expired`; `notice_replayed`; `release_refused` with the reason; RateLimitError.
 */
export async function receiveNotice(deps: Deps, signed: Signed): Promise<Delivery | null> {
  const { body, now } = signed
  const source = await findSource(deps.db, signed)
  const isWorkflow = 'repo_url' in body
  if (isWorkflow) checkWorkflow(body, source, now)
  else if (!isRelease(body)) return null
  const added = {
    projectId: source.projectId,
    origin: isWorkflow ? ('workflow' as const) : ('github' as const),
    deliveryId: isWorkflow ? body.delivery_id : toDeliveryId(signed.raw),
    tag: isWorkflow ? body.tag : (body.release?.tag_name ?? null),
    now,
  }
  const row = await addDelivery(deps.db, added, () =>
    deps.limits.count('noticesByProject', source.projectId),
  )
  if (!row) {
    throw new DomainError('notice_replayed', 'This delivery was taken before.')
  }
  deps.jobs.wake()
  const delivery = await deps.outcomes.outcomeOf(row, { isWebhook: !isWorkflow, gone: signed.gone })
  const { state, reason, details } = delivery
  if (state !== 'refused' && state !== 'failed') return delivery
  const message = `The release is not published: ${reason ?? state}.`
  throw new DomainError('release_refused', message, {
    details: { ...details, reason: reason ?? state, delivery: delivery.id },
  })
}

type Source = { projectId: string; manifestId: string | null; secret: string | null }

/** The project whose secret signed the notice. */
async function findSource(db: Database, { body, raw, signature }: Signed): Promise<Source> {
  if (signature === undefined || signature === '') {
    throw new DomainError('notice_unsigned', 'The notice has no X-Hub-Signature-256.')
  }
  const address = 'repo_url' in body ? repositoryAddress(body.repo_url) : null
  const isOfRepository =
    'repo_url' in body
      ? sql`lower(${projects.repositoryUrl}) = ${(address ?? '').toLowerCase()}`
      : eq(projects.repositoryId, body.repository.id)
  const sources = await db
    .select({
      projectId: projects.id,
      manifestId: projects.manifestId,
      secret: releaseSources.secret,
    })
    .from(projects)
    .innerJoin(releaseSources, eq(releaseSources.projectId, projects.id))
    .where(and(eq(projects.kind, 'plugin'), isPublic, isOfRepository))
    .limit(SOURCES_MAX)
  const compared = sources.length > 0 ? sources : [{ projectId: '', manifestId: '', secret: null }]
  const found = compared.filter(({ secret }) => isSignedBy(secret, raw, signature))
  const named = 'repo_url' in body ? body.manifest_uuid : null
  const [source] = found.toSorted(
    (a, b) => Number(b.manifestId === named) - Number(a.manifestId === named),
  )
  if (!source) {
    throw new DomainError('notice_forged', 'No secret of a plugin of this repository signed it.')
  }
  return source
}

function checkWorkflow(body: WorkflowNotice, { manifestId }: Source, now: Date): void {
  if (body.manifest_uuid !== manifestId) {
    throw new DomainError('notice_foreign', 'The secret is that of another plugin.')
  }
  if (Math.abs(now.getTime() / 1000 - body.timestamp) > NOTICE_SECONDS) {
    const message = `The time of the notice differs by more than ${NOTICE_SECONDS} s.`
    throw new DomainError('notice_expired', message)
  }
}

type GitHubNotice = z.infer<typeof githubNoticeSchema>

/** GitHub sends every event of a release, and a ping first. The header that names the event is not signed. */
const isRelease = ({ action, release }: GitHubNotice) =>
  (action === 'published' || action === 'edited') && release !== undefined

/** Of a webhook only the body is signed: its hash identifies it, not the header with the id of the delivery. */
const toDeliveryId = (raw: string) => `github:${createHash('sha256').update(raw).digest('hex')}`
