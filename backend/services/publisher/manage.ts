import { and, asc, eq, isNull } from 'drizzle-orm'
import {
  type AddPublisherRequest,
  type Publisher,
  type Publishers,
  type PublishEvent,
  PUBLISHERS_MAX,
} from '#lib/contract/publisher.ts'
import { isRepositoryName } from '#lib/contract/repository.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, projects, trustedPublishers } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { DomainError, InvalidInputError, NotFoundError } from '#backend/errors.ts'
import { createGitHubClient, type GitHub } from '#backend/services/plugin/github.ts'
import { findRepository } from '#backend/services/plugin/repository.ts'
import { toFirst } from './exchange.ts'
import { identityError } from './identity-error.ts'
import type { Issuer } from './issuers.ts'
import { eventsOf, type PublisherRow } from './match.ts'

type Deps = { db: Database; github: GitHub; issuers: readonly Issuer[] }
type Who = { uid: string; now: Date }

/**
 * Publishers of a project of the account, or its pending ones, in the order in which they were added.
 * @throws NotFoundError for a project that is not the account's.
 */
export async function listPublishers(
  { db, issuers }: Pick<Deps, 'db' | 'issuers'>,
  { uid, projectId }: { uid: string; projectId: string | undefined },
): Promise<Omit<Publishers, 'audience'>> {
  if (projectId !== undefined) await checkOwn(db, uid, projectId)
  const rows = await db
    .select()
    .from(trustedPublishers)
    .where(isOf(uid, projectId))
    .orderBy(asc(trustedPublishers.createdAt), asc(trustedPublishers.id))
  return {
    items: rows.map((row) => toPublisher(row, issuers)),
    issuers: issuers.map(({ url, claims, service, findsIds }) => ({
      url,
      claims,
      service,
      finds_ids: findsIds,
    })),
  }
}

/**
 * Trusts a workflow of a repository. The ids of a repository of GitHub are read from its API, before the transaction.
 * @throws InvalidInputError without ids where they are needed; NotFoundError for a project that is not the account's;
 * DomainError `oidc_issuer`, `publisher_exists`, `too_many_publishers`, and as `findRepository`.
 */
export async function addPublisher(
  { db, github, issuers }: Deps,
  { uid, now }: Who,
  request: AddPublisherRequest,
): Promise<Publisher> {
  const { project_id: projectId, first, workflow, environment = null, events = null } = request
  const issuer = issuers.find(({ url }) => url === request.issuer)
  if (!issuer) throw identityError('oidc_issuer')
  if (issuer.claims !== 'gitlab' && workflow.includes('/')) {
    throw new InvalidInputError('workflow: the name of a file, without folders', ['workflow'])
  }
  if (projectId !== undefined) await checkOwn(db, uid, projectId)
  const repository = await identify(github, issuer, request, now)
  const values = { ...repository, issuer: issuer.url, workflow, environment }
  return db.transaction(async (tx) => {
    // Serialises the account's requests, so that the count is exact.
    await tx.select().from(accounts).where(eq(accounts.uid, uid)).for('update')
    if (projectId !== undefined) await checkOwn(tx, uid, projectId)
    const others = await tx.select().from(trustedPublishers).where(isOf(uid, projectId))
    if (others.length >= PUBLISHERS_MAX) {
      const message = `A project can have ${PUBLISHERS_MAX} publishers, and an account as many that are pending.`
      throw new DomainError('too_many_publishers', message)
    }
    const target = { firstKind: first?.kind ?? null, firstTitle: first?.title ?? null }
    if (others.some((other) => isSame(other, { ...values, ...target, projectId }))) {
      throw new DomainError('publisher_exists', 'This workflow is trusted already.')
    }
    const [row] = await tx
      .insert(trustedPublishers)
      .values({
        id: newId(),
        uid,
        projectId: projectId ?? null,
        ...target,
        ...values,
        events,
        createdAt: now,
      })
      .returning()
    if (!row) throw new Error('the publisher was not stored')
    return toPublisher(row, issuers)
  })
}

/** Changes what may start the runs of a publisher of the account. @throws NotFoundError; as `check`. */
export async function changePublisher(
  { db, issuers }: Pick<Deps, 'db' | 'issuers'>,
  { uid, id, events }: { uid: string; id: string; events: PublishEvent[] },
  check: (publisher: Publisher) => void,
): Promise<Publisher> {
  const isOwn = and(eq(trustedPublishers.id, id), eq(trustedPublishers.uid, uid))
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(trustedPublishers).where(isOwn).for('update')
    if (!before) throw new NotFoundError()
    check(toPublisher(before, issuers))
    await tx.update(trustedPublishers).set({ events }).where(isOwn)
    return toPublisher({ ...before, events }, issuers)
  })
}

/** Removes a publisher of the account; its tokens end at once. @throws NotFoundError */
export async function removePublisher(db: Database, uid: string, id: string): Promise<void> {
  const { rowCount } = await db
    .delete(trustedPublishers)
    .where(and(eq(trustedPublishers.id, id), eq(trustedPublishers.uid, uid)))
  if (rowCount === 0) throw new NotFoundError()
}

type Identity = Pick<PublisherRow, 'repository' | 'repositoryId' | 'ownerId'>

/** Ids by hand are also for private repositories, which the site cannot see. */
async function identify(
  github: GitHub,
  { findsIds }: Issuer,
  { repository, repository_id: repositoryId, owner_id: ownerId }: AddPublisherRequest,
  now: Date,
): Promise<Identity> {
  if (repositoryId !== undefined && ownerId !== undefined) {
    return { repository, repositoryId, ownerId }
  }
  if (!findsIds || repositoryId !== undefined || ownerId !== undefined) {
    const missing = repositoryId === undefined ? 'repository_id' : 'owner_id'
    throw new InvalidInputError(`${missing}: required`, [missing])
  }
  if (!isRepositoryName(repository)) {
    throw new InvalidInputError('repository: not owner/name', ['repository'])
  }
  const client = createGitHubClient(github, now)
  const found = await findRepository(client, `https://github.com/${repository}`, undefined)
  return {
    repository: `${found.owner}/${found.name}`,
    repositoryId: String(found.id),
    ownerId: String(found.ownerId),
  }
}

type Named = Pick<
  PublisherRow,
  'issuer' | 'repositoryId' | 'ownerId' | 'workflow' | 'environment' | 'firstKind' | 'firstTitle'
>

/** Of a published project, what it was set up for does not matter. */
const isSame = (a: Named, b: Named & { projectId: string | undefined }): boolean =>
  a.issuer === b.issuer &&
  a.repositoryId === b.repositoryId &&
  a.ownerId === b.ownerId &&
  a.workflow === b.workflow &&
  a.environment === b.environment &&
  (b.projectId !== undefined || (a.firstKind === b.firstKind && a.firstTitle === b.firstTitle))

const isOf = (uid: string, projectId: string | undefined) =>
  and(
    eq(trustedPublishers.uid, uid),
    projectId === undefined
      ? isNull(trustedPublishers.projectId)
      : eq(trustedPublishers.projectId, projectId),
  )

async function checkOwn(db: Database | Transaction, uid: string, id: string): Promise<void> {
  const isOwn = and(eq(projects.id, id), eq(projects.authorUid, uid))
  if ((await db.$count(projects, isOwn)) === 0) throw new NotFoundError()
}

function toPublisher(row: PublisherRow, issuers: readonly Issuer[]): Publisher {
  const issuer = issuers.find(({ url }) => url === row.issuer)
  return {
    id: row.id,
    issuer: row.issuer,
    // An operator may have removed the issuer since; its tokens are refused.
    service: issuer?.service ?? new URL(row.issuer).host,
    repository: row.repository,
    repository_id: row.repositoryId,
    owner_id: row.ownerId,
    workflow: row.workflow,
    environment: row.environment,
    events: [...eventsOf(row)],
    first: toFirst(row),
    created_at: row.createdAt.toISOString(),
    used_at: row.usedAt?.toISOString() ?? null,
  }
}
