import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { PUBLISH_EVENTS, type PublishEvent } from '#lib/contract/publisher.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { projects, trustedPublishers } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import type { WorkflowRun } from './claims.ts'
import { identityError } from './identity-error.ts'
import type { Issuer } from './issuers.ts'

/** Publishers that are looked at: any account can name a repository. */
const CANDIDATES_MAX = 100

export type PublisherRow = typeof trustedPublishers.$inferSelect
type Project = Pick<typeof projects.$inferSelect, 'id' | 'kind' | 'title'>
export type Match = { publisher: PublisherRow; project: Project | null }

type Wanted = { issuer: Issuer; run: WorkflowRun; publisherId: string | undefined }

/**
 * The publisher that a run belongs to. Ids decide, not names: a repository may be renamed, and a name may be taken by
 * another owner. One that names an environment goes before one that names none.
 * @throws DomainError `oidc_no_publisher`, `oidc_owner_changed`, `oidc_workflow`, `oidc_environment`, `oidc_event`,
 * `oidc_ambiguous`.
 */
export async function findPublisher(tx: Transaction, wanted: Wanted): Promise<Match> {
  const { issuer, run } = wanted
  const isSame = eq(trustedPublishers.repositoryId, run.repositoryId)
  const known = await select(tx, wanted, isSame)
  if (known.length === 0) {
    const isNamed = sql`lower(${trustedPublishers.repository}) = ${run.repository.toLowerCase()}`
    const named = await select(tx, wanted, isNamed)
    throw identityError(named.length > 0 ? 'oidc_owner_changed' : 'oidc_no_publisher')
  }
  const owned = known.filter(({ publisher }) => publisher.ownerId === run.ownerId)
  if (owned.length === 0) throw identityError('oidc_owner_changed')
  const started = owned.filter(({ publisher }) => publisher.workflow === run.workflow)
  if (started.length === 0) throw identityError('oidc_workflow')
  const placed = started
    .filter(({ publisher: { environment } }) => isIn(issuer, environment, run.environment))
    .toSorted((a, b) => rank(a) - rank(b))
  if (placed.length === 0) throw identityError('oidc_environment')
  const caused = placed.filter(({ publisher }) => eventsOf(publisher).includes(run.event))
  const [best] = caused
  if (!best) throw identityError('oidc_event')
  if (caused.some((match) => targetOf(match) !== targetOf(best))) {
    throw identityError('oidc_ambiguous')
  }
  return best
}

/** What may start the runs of a publisher. */
export const eventsOf = ({ events }: Pick<PublisherRow, 'events'>): readonly PublishEvent[] =>
  events ?? PUBLISH_EVENTS

/** Publishers of projects that still belong to the account that set them up, and pending ones. */
function select(
  tx: Transaction,
  { issuer, publisherId }: Wanted,
  isCandidate: ReturnType<typeof sql>,
): Promise<Match[]> {
  const isOwn = and(eq(projects.authorUid, trustedPublishers.uid), isPublic)
  return tx
    .select({
      publisher: trustedPublishers,
      project: { id: projects.id, kind: projects.kind, title: projects.title },
    })
    .from(trustedPublishers)
    .leftJoin(projects, eq(projects.id, trustedPublishers.projectId))
    .where(
      and(
        eq(trustedPublishers.issuer, issuer.url),
        isCandidate,
        publisherId === undefined ? undefined : eq(trustedPublishers.id, publisherId),
        or(isNull(trustedPublishers.projectId), isOwn),
      ),
    )
    .orderBy(trustedPublishers.createdAt, trustedPublishers.id)
    .limit(CANDIDATES_MAX)
}

/** GitHub ignores case in names of environments; others do not. */
function isIn({ claims }: Issuer, wanted: string | null, given: string | null): boolean {
  if (wanted === null) return true
  if (given === null) return false
  return claims === 'github' ? wanted.toLowerCase() === given.toLowerCase() : wanted === given
}

const rank = ({ publisher }: Match) => (publisher.environment === null ? 1 : 0)
const targetOf = ({ publisher: { id, projectId } }: Match) => projectId ?? id
