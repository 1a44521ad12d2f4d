import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Transaction } from '#backend/db/connect.ts'
import { lockWithAuthor } from '#backend/db/find-project.ts'
import { accounts, audit, projects } from '#backend/db/tables.ts'
import type { RepositoryStatus } from '#lib/contract/project.ts'
import { DomainError } from '#backend/errors.ts'
import { operatorMessage, repositoryMessage } from '#backend/mail/messages.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import type { PluginDependencies } from './dependencies.ts'
import { type Evidence, settleProof } from './ownership.ts'
import type { GitHubRepository } from './repository.ts'

type Row = typeof projects.$inferSelect
type Deps = Pick<PluginDependencies, 'db' | 'send' | 'failures' | 'site'> & { log: Logger }
/** A plugin as it was when its repository was read. */
type Seen = Pick<Row, 'id' | 'repositoryUrl' | 'repositoryOwnerId'>
type Found = { status: RepositoryStatus; now: Date }

const CHANGED = {
  replaced: ['repository_replaced', 'Another repository has its address now.'],
  transferred: ['repository_transferred', 'The repository has another owner now.'],
} as const satisfies Record<RepositoryStatus, readonly [string, string]>

export function repositoryChanged(status: RepositoryStatus): DomainError {
  const [code, message] = CHANGED[status]
  return new DomainError(code, message)
}

/** What an error means for the repository of a project; `null` for every other error. */
export function statusOfError(error: unknown): RepositoryStatus | null {
  if (!(error instanceof DomainError)) return null
  if (error.code === 'repository_replaced') return 'replaced'
  return error.code === 'repository_transferred' ? 'transferred' : null
}

/**
 * Compares the numbers of a repository with those of a project, since names change hands. An owner without a proof may change.
 * @throws DomainError `repository_replaced`, `repository_transferred`.
 */
export function checkSame(row: Row, { id, ownerId }: GitHubRepository): void {
  if (row.repositoryId !== id) throw repositoryChanged('replaced')
  const { repositoryOwnerId: before } = row
  if (row.ownerProof !== null && before !== null && before !== ownerId)
    throw repositoryChanged('transferred')
}

/** @throws DomainError `repository_replaced` if another repository has the address of the project. */
export function checkReplaced(
  { repositoryId, repositoryUrl }: Row,
  { id, url }: GitHubRepository,
): void {
  const hasAddress = repositoryUrl?.toLowerCase() === url.toLowerCase()
  if (repositoryId !== null && repositoryId !== id && hasAddress)
    throw repositoryChanged('replaced')
}

/**
 * Records that another repository has the address of a plugin, or another account its repository. Its page then offers nothing and links
 * nowhere; the files that the site keeps stay at their hashes. Author and operator are notified, once.
 */
export async function recordStatus(deps: Deps, seen: Seen, found: Found): Promise<void> {
  const changed = await deps.db.transaction((tx) => loseRepository(tx, seen, found))
  if (changed) {
    // A slow mail server does not delay the answer.
    notify(deps, changed, found.status).catch((error: unknown) =>
      reportFailure(deps, error, 'messages about a repository not sent'),
    )
  }
}

/** The same in a transaction, without messages. @returns what has changed. */
export async function loseRepository(
  tx: Transaction,
  { id, repositoryUrl, repositoryOwnerId }: Seen,
  { status, now }: Found,
): Promise<Changed | null> {
  const isLost = and(
    eq(projects.id, id),
    isNotNull(projects.repositoryId),
    or(isNull(projects.repositoryStatus), ne(projects.repositoryStatus, status)),
    status === 'transferred' ? isNotNull(projects.ownerProof) : undefined,
    // Its author may have proved again since GitHub was asked.
    sql`${projects.repositoryUrl} IS NOT DISTINCT FROM ${repositoryUrl}`,
    sql`${projects.repositoryOwnerId} IS NOT DISTINCT FROM ${repositoryOwnerId}`,
  )
  const row = await lockWithAuthor(tx, isLost)
  if (!row) return null
  const { project, author } = row
  await tx
    .update(projects)
    .set({ repositoryStatus: status, revision: sql`${projects.revision} + 1` })
    .where(eq(projects.id, id))
  const reason = `${CHANGED[status][1]} ${project.repositoryUrl ?? ''}`
  const { kind, title } = project
  const by = 'repository check'
  await tx
    .insert(audit)
    .values({ action: 'repository', kind, projectId: id, title, author, reason, by, at: now })
  await recordChanges(tx, [project], { author, now })
  return row
}

type Changed = { project: Row; author: string }

async function notify(
  { db, send, site }: Deps,
  { project, author }: Changed,
  status: RepositoryStatus,
) {
  const { id, title, authorUid, repositoryUrl, repositoryId } = project
  const message = operatorMessage({
    site,
    subject: `The repository of “${title}” is ${status}`,
    lines: [
      `${CHANGED[status][1]} Its page offers nothing until its author proves again to own the repository.`,
      `Plugin: ${site.url}/home/plugin/detail/${id}`,
      `Published by: ${author}`,
      `Repository: ${repositoryUrl ?? ''} (number ${repositoryId ?? ''})`,
    ],
  })
  await send(message)
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, authorUid))
  if (!account?.email) return
  const locale = account.locale ?? 'en'
  await send(repositoryMessage({ to: account.email, locale, status, id, title, site }))
}

/** Ends the status of a repository that has its numbers again, if its author has a proof. @throws as `checkSame`. */
export async function restoreRepository(
  tx: Transaction,
  { id, authorUid: uid }: Pick<Row, 'id' | 'authorUid'>,
  evidence: Evidence,
  now: Date,
): Promise<void> {
  const isLost = and(
    eq(projects.id, id),
    eq(projects.authorUid, uid),
    isNotNull(projects.repositoryId),
    isNotNull(projects.repositoryStatus),
  )
  const row = await lockWithAuthor(tx, isLost)
  if (!row) return
  checkSame(row.project, evidence.repository)
  const proved = await settleProof(tx, evidence, { uid, now })
  if (proved.ownerProof === null) return
  await tx
    .update(projects)
    .set({ ...proved, revision: sql`${projects.revision} + 1` })
    .where(eq(projects.id, id))
  await recordChanges(tx, [row.project], { author: row.author, now })
}

/** Records the plugins whose address another repository has: it was read for the publication of another account. */
export async function recordReplaced(
  deps: Deps,
  { id, url }: GitHubRepository,
  now: Date,
): Promise<void> {
  const rows = await deps.db
    .select()
    .from(projects)
    .where(
      and(
        sql`lower(${projects.repositoryUrl}) = ${url.toLowerCase()}`,
        isNotNull(projects.repositoryId),
        ne(projects.repositoryId, id),
        isNull(projects.repositoryStatus),
      ),
    )
  for (const row of rows) await recordStatus(deps, row, { status: 'replaced', now })
}
