import { and, desc, eq, sql } from 'drizzle-orm'
import type { AuthorProfile, ChangeAuthorRequest } from '#lib/contract/author.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, authors, projects } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { DomainError, NotFoundError, UnauthenticatedError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { nameTaken } from './create.ts'

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

/** Changes what the page of an account's author shows. */
export async function changeAuthor(
  db: Database,
  { uid, now }: { uid: string; now: Date },
  { about, links }: ChangeAuthorRequest,
): Promise<AuthorProfile> {
  return db.transaction(async (tx) => {
    const set = { about, links: [...new Set(links)] }
    const [author] = await tx.update(authors).set(set).where(eq(authors.uid, uid)).returning()
    if (!author) throw new UnauthenticatedError()
    const profile = await toProfile(tx, author)
    // A change has a project. The newest stands for the author, whose page no other of its tags expires.
    const newest = await tx
      .select({ id: projects.id, kind: projects.kind })
      .from(projects)
      .where(and(eq(projects.authorUid, uid), isListed))
      .orderBy(desc(projects.createdAt), projects.id)
      .limit(1)
    await recordChanges(tx, newest, { author: author.name, now, isNew: true })
    return profile
  })
}

async function toProfile(
  db: Database | Transaction,
  { uid, name, about, links }: typeof authors.$inferSelect,
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
  return { uid, name, about, links, kinds }
}

/** PostgreSQL's error code of a violated unique constraint. */
const UNIQUE_VIOLATION = '23505'

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
      await tx.update(authors).set({ name: username }).where(eq(authors.uid, uid))
      await tx.update(accounts).set({ namePending: false }).where(eq(accounts.uid, uid))
    })
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION
    throw isTaken ? nameTaken() : error
  }
}

const nameSettled = () =>
  new DomainError('name_settled', 'The user name of this account can no longer be changed.')
