import { and, arrayOverlaps, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import type { Transaction } from '#backend/db/connect.ts'
import type { Settings } from '#lib/contract/admin/settings.ts'
import {
  accounts,
  audit,
  authors,
  files,
  hiddenDeletions,
  type OwnerProof,
  pluginPackages,
  projects,
  versions,
} from '#backend/db/tables.ts'
import { isHeld, isHidden, isPublic } from '#backend/db/visible.ts'
import { uploadedSha256 } from '#backend/services/file/original.ts'
import { DomainError } from '#backend/errors.ts'
import { skeletonKeys, withoutInvisible } from '#backend/text/skeleton.ts'
import { titleKey } from '#backend/text/title-key.ts'

/** Projects of one account that wait for the operator; a further one is refused. */
const HELD_MAX = 5

/** What is compared of a publication; absent parts did not change. */
export type ComparedPublication = {
  uid: string
  title?: string | undefined
  /** The id in the manifest of a plugin. */
  manifestId?: string | null | undefined
  /** Project file and packages. */
  fileIds: string[]
  /** The repository of a plugin, and the account's proof of its ownership. */
  repositoryId?: number | null | undefined
  ownerProof?: OwnerProof | null | undefined
}
/** The hidden project that a publication equals, and in what; `review`: the first projects of authors wait for a moderator. */
export type Hold = { by: 'plugin' | 'title' | 'file'; kind: Kind; id: string } | { by: 'review' }

type Equal = Exclude<Hold['by'], 'review'>

type Hidden = {
  kind: Kind
  id: string
  title: string
  authorUid: string | null
  repositoryId: number | null
  claimedRepositoryId?: number | null
  manifestId: string | null
  ownerProof: OwnerProof | null
  hasFile: boolean
}

/**
 * The hidden project, deleted ones of the last `KEPT_DAYS` included, whose plugin id, title as it is seen and author, or file a publication
 * has. The verified owner of a repository is not held by another account's publication of it, nor by its plugin id in an unverified one.
 */
export async function findHold(
  tx: Transaction,
  publication: ComparedPublication,
): Promise<Hold | null> {
  for (const hidden of await findCandidates(tx, publication)) {
    const by = sameIn(publication, hidden)
    if (by && !isOwners(publication, hidden, by)) return { by, kind: hidden.kind, id: hidden.id }
  }
  return null
}

function isOwners(
  { uid, ownerProof, repositoryId }: ComparedPublication,
  hidden: Hidden,
  by: Equal,
): boolean {
  if (!ownerProof || hidden.authorUid === uid) return false
  const hiddenRepositoryId = hidden.repositoryId ?? hidden.claimedRepositoryId
  if (repositoryId && hiddenRepositoryId === repositoryId) return true
  return by === 'plugin' && hidden.ownerProof === null && !hidden.hasFile
}

function sameIn({ uid, title, manifestId }: ComparedPublication, hidden: Hidden): Equal | null {
  if (manifestId && hidden.manifestId === manifestId) return 'plugin'
  const isOwn = hidden.authorUid === uid
  if (isOwn && title !== undefined && looksLike(title, hidden.title)) return 'title'
  return hidden.hasFile ? 'file' : null
}

/** Whether titles are equal but for case, accents, punctuation, invisible characters, and letters that look like others. */
function looksLike(title: string, other: string): boolean {
  const keysOf = (text: string) => {
    const words = titleKey(withoutInvisible(text))
    return [words, ...skeletonKeys(text), ...skeletonKeys(words)]
  }
  return !new Set(keysOf(title)).isDisjointFrom(new Set(keysOf(other)))
}

/**
 * Whether a new project waits because the site looks at the first ones of an author: until a moderator has released one, or one was published
 * before. Accounts with a role are exempt.
 */
export async function findReview(
  tx: Transaction,
  uid: string,
  { review }: Pick<Settings, 'review'>,
): Promise<Hold | null> {
  if (review !== 'first') return null
  const hasRole = and(eq(accounts.uid, uid), isNotNull(accounts.role))
  if ((await tx.$count(accounts, hasRole)) > 0) return null
  const isShown = and(eq(projects.authorUid, uid), isPublic)
  return (await tx.$count(projects, isShown)) > 0 ? null : { by: 'review' }
}

/** Hidden projects of the account, with the plugin id, or with a file of the publication. */
async function findCandidates(
  tx: Transaction,
  { uid, manifestId, fileIds }: ComparedPublication,
): Promise<Hidden[]> {
  const same = await sameHiddenFiles(tx, fileIds)
  const ids = await projectsWith(tx, same)
  const hidden = await tx
    .select()
    .from(projects)
    .where(
      and(
        isHidden,
        or(
          eq(projects.authorUid, uid),
          manifestId ? eq(projects.manifestId, manifestId) : undefined,
          inArray(projects.id, ids),
        ),
      ),
    )
  const deleted = await tx
    .select()
    .from(hiddenDeletions)
    .where(
      or(
        eq(hiddenDeletions.authorUid, uid),
        manifestId ? eq(hiddenDeletions.manifestId, manifestId) : undefined,
        same.length > 0 ? arrayOverlaps(hiddenDeletions.fileIds, same) : undefined,
      ),
    )
  return [
    ...hidden.map((row) => ({ ...row, hasFile: ids.includes(row.id) })),
    ...deleted.map((row) => ({ ...row, hasFile: row.fileIds.some((id) => same.includes(id)) })),
  ]
}

/** Files that are not served and have the bytes of one of these. */
async function sameHiddenFiles(tx: Transaction, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const hashes = tx.select({ sha256: uploadedSha256 }).from(files).where(inArray(files.id, fileIds))
  const isSame = or(inArray(files.sha256, hashes), inArray(files.originalSha256, hashes))
  const isProject = sql`${files.purpose} = 'project'`
  const rows = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(isSame, isProject, eq(files.state, 'hidden')))
  return rows.map(({ id }) => id)
}

/** Ids of the projects with any of these files. */
async function projectsWith(tx: Transaction, fileIds: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const table of fileIds.length > 0 ? [versions, pluginPackages] : []) {
    const rows = await tx
      .select({ id: table.projectId })
      .from(table)
      .where(inArray(table.fileId, fileIds))
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** How a hold is stored, and shown to the operator. */
export const describeHold = (hold: Hold): string =>
  hold.by === 'review' ? hold.by : `${hold.by} ${hold.kind} ${hold.id}`

/** @throws DomainError (`held`) if the account has `HELD_MAX` held projects already. */
export async function checkHeldCount(tx: Transaction, uid: string): Promise<void> {
  // Serialises the account's publications, so that the count is exact.
  const isAccount = eq(authors.uid, uid)
  await tx.select({ uid: authors.uid }).from(authors).where(isAccount).for('no key update')
  const isWaiting = and(eq(projects.authorUid, uid), isHeld)
  if ((await tx.$count(projects, isWaiting)) < HELD_MAX) return
  throw heldError(`${HELD_MAX} projects of the account wait for the operator already.`)
}

export const heldError = (message: string) => new DomainError('held', message)

/** Records for the operator that a project, or a version of it, is held. */
export async function recordHold(
  tx: Transaction,
  { projectId, version, hold, now }: { projectId: string; version?: string; hold: Hold; now: Date },
): Promise<void> {
  const [row] = await tx
    .select({ kind: projects.kind, title: projects.title, author: authors.name })
    .from(projects)
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(eq(projects.id, projectId))
  if (!row) return
  const title = titleOf(row.title, version)
  const reason = describeHold(hold)
  await tx
    .insert(audit)
    .values({ ...row, title, action: 'hold', projectId, reason, by: '', at: now })
}

/** A project, or a version of it, in the record and in mails. */
export const titleOf = (title: string, version: string | undefined) =>
  version === undefined ? title : `${title} ${version}`
