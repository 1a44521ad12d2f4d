import { eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/account-schema.ts'
import { authors, projects } from '#backend/db/schema.ts'
import { HttpError, Unauthorized } from '#backend/http/errors.ts'
import { nameTaken } from './create.ts'

/** PostgreSQL's code for a value that has to be unique and is not. */
const UNIQUE_VIOLATION = '23505'

/**
 * Gives an account that came by a provider the user name that its owner chooses: once, and before
 * anything was published under the one that it was given. The same name settles it, too.
 * @throws HttpError 409: `username_taken`, `name_settled`.
 */
export async function chooseName(db: Database, uid: string, username: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      // Waits for a publication that is under way, and lets none begin.
      const [author] = await tx.select().from(authors).where(eq(authors.uid, uid)).for('update')
      const [account] = await tx.select().from(accounts).where(eq(accounts.uid, uid))
      if (!author || !account) throw new Unauthorized()
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
  new HttpError(409, 'The user name of this account cannot be changed any more.', 'name_settled')
