import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/account-schema.ts'
import { authors } from '#backend/db/schema.ts'
import { HttpError } from '#backend/http/errors.ts'
import { newId } from '#backend/services/project/id.ts'
import { emailKey, findByEmail } from './find.ts'

type NewAccount = {
  username: string
  /** Verified, or none. */
  email: string | null
  passwordHash: string | null
  /** Whether its owner has not chosen the name yet. */
  namePending?: boolean
  now: Date
}

/**
 * Puts an account and its author into the database.
 * @returns its uid.
 * @throws HttpError 409 (`username_taken`, `email_taken`).
 */
export async function createAccount(
  tx: Transaction,
  { username, email, passwordHash, namePending = false, now }: NewAccount,
): Promise<string> {
  if (email !== null && (await findByEmail(tx, email))) throw emailTaken()
  const uid = newId()
  const named = await tx
    .insert(authors)
    .values({ uid, name: username })
    .onConflictDoNothing()
    .returning({ uid: authors.uid })
  if (named.length === 0) throw nameTaken()
  const key = email === null ? null : emailKey(email)
  const added = await tx
    .insert(accounts)
    .values({ uid, email, emailKey: key, passwordHash, namePending, createdAt: now })
    .onConflictDoNothing()
    .returning({ uid: accounts.uid })
  if (added.length === 0) throw emailTaken()
  return uid
}

/** Whether an author or account has that name, whatever the case. */
export async function isNameTaken(tx: Transaction, name: string): Promise<boolean> {
  const found = await tx
    .select({ uid: authors.uid })
    .from(authors)
    .where(eq(sql`lower(${authors.name})`, name.toLowerCase()))
  return found.length > 0
}

export const nameTaken = () => new HttpError(409, 'That user name is taken.', 'username_taken')
const emailTaken = () =>
  new HttpError(409, 'There is an account with that e-mail address.', 'email_taken')
