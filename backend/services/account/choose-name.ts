import { eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { accounts, authors, projects } from '#backend/db/tables.ts'
import { DomainError, UnauthenticatedError } from '#backend/errors.ts'
import { nameTaken } from './create.ts'

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
