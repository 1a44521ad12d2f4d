import { and, desc, eq, sql } from 'drizzle-orm'
import type { AuthorProfile, ChangeAuthorRequest } from '#lib/contract/author.ts'
import { isUniqueViolation } from '#backend/db/unique-violation.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, authors, projects } from '#backend/db/tables.ts'
import { isListed, isPublic } from '#backend/db/visible.ts'
import { DomainError, NotFoundError, UnauthenticatedError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { authorKeys, findSameAuthor } from '#backend/services/name/author-names.ts'
import { enqueueIndexAuthor } from '#backend/services/name/index-author.ts'
import { imitates } from '#backend/services/name/namesakes.ts'
import { skeletonKeys } from '#backend/text/skeleton.ts'
import { imitatesVerified, nameTaken } from './create.ts'

/**
 * An author by name, regardless of case, with the numbers of what the public sees.
 * @throws NotFoundError
 */
export async function getAuthor(db: Database, name: string): Promise<AuthorProfile> {
  const isNamed = eq(sql`lower(${authors.name})`, sql`lower(${name})`)
  const [author] = await db.select().from(authors).where(isNamed)
  if (!author) throw new NotFoundError()
  return toProfile(db, author)
}

/** The own profile of an account. @throws UnauthenticatedError */
export async function getProfile(db: Database, uid: string): Promise<AuthorProfile> {
  const [author] = await db.select().from(authors).where(eq(authors.uid, uid))
  if (!author) throw new UnauthenticatedError()
  return toProfile(db, author)
}

/** Pages of projects that change at once with the name of their author; further ones follow when they are next rendered. */
const RENAMED_MAX = 1000

/** Changes what the page of an account's author shows. @throws DomainError (`imitates`). */
export async function changeAuthor(
  db: Database,
  { uid, now }: { uid: string; now: Date },
  { about, links, display_name: given }: ChangeAuthorRequest,
): Promise<AuthorProfile> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(authors).where(eq(authors.uid, uid)).for('update')
    if (!before) throw new UnauthenticatedError()
    const displayName = given === undefined ? before.displayName : given || null
    const isRenamed = displayName !== before.displayName
    const nameSkeletons = authorKeys(before.name, displayName)
    if (isRenamed && displayName !== null) await refuseImitation(tx, uid, displayName)
    const set = { about, links: [...new Set(links)], displayName, nameSkeletons }
    const [author] = await tx.update(authors).set(set).where(eq(authors.uid, uid)).returning()
    if (!author) throw new UnauthenticatedError()
    const profile = await toProfile(tx, author)
    if (isRenamed) await enqueueIndexAuthor(tx, uid)
    // A change has a project. Every page of one shows the display name; otherwise the newest stands for the author, whose page no other of
    // its tags expires.
    const changed = await tx
      .select({ id: projects.id, kind: projects.kind })
      .from(projects)
      .where(and(eq(projects.authorUid, uid), isRenamed ? isPublic : isListed))
      .orderBy(desc(projects.createdAt), projects.id)
      .limit(isRenamed ? RENAMED_MAX : 1)
    const effect = isRenamed ? 'card' : 'content'
    await recordChanges(tx, changed, { author: author.name, now, isNew: !isRenamed, effect })
    return profile
  })
}

/** @throws DomainError (`imitates`) for a name that looks like that of a verified author. */
async function refuseImitation(tx: Transaction, uid: string, displayName: string): Promise<void> {
  const same = await findSameAuthor(tx, { uid, keys: skeletonKeys(displayName) })
  if (same?.isVerified) throw imitates('display_name')
}

async function toProfile(
  db: Database | Transaction,
  { uid, name, displayName, about, links }: typeof authors.$inferSelect,
): Promise<AuthorProfile> {
  const kinds = await db
    .select({
      kind: projects.kind,
      projects: sql<number>`count(*)::integer`,
      downloads: sql<number>`sum(${projects.downloads})::double precision`,
    })
    .from(projects)
    .where(and(eq(projects.authorUid, uid), isListed))
    .groupBy(projects.kind)
    .orderBy(projects.kind)
  const same = await findSameAuthor(db, { uid, keys: authorKeys(name, displayName) })
  const same_name = same && { name: same.name, display_name: same.displayName }
  return { uid, name, display_name: displayName, same_name, about, links, kinds }
}

/**
 * Sets the user name of an account created by a sign-in provider: once, and before anything is
 * published. Choosing the proposed name also counts as the choice.
 * @throws DomainError `username_taken`, `name_settled`.
 */
export async function chooseName(db: Database, uid: string, username: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      // Waits for a running publication and blocks new ones.
      const [author] = await tx.select().from(authors).where(eq(authors.uid, uid)).for('update')
      const [account] = await tx.select().from(accounts).where(eq(accounts.uid, uid))
      if (!author || !account) throw new UnauthenticatedError()
      const [published] = await tx
        .select({ id: projects.id })
        .from(projects)
        .where(eq(projects.authorUid, uid))
        .limit(1)
      if (!account.namePending || published) throw nameSettled()
      if (await imitatesVerified(tx, username, uid)) throw nameTaken()
      const nameSkeletons = authorKeys(username, author.displayName)
      await tx.update(authors).set({ name: username, nameSkeletons }).where(eq(authors.uid, uid))
      await tx.update(accounts).set({ namePending: false }).where(eq(accounts.uid, uid))
    })
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error
  }
}

const nameSettled = () =>
  new DomainError('name_settled', 'The user name of this account can no longer be changed.')
