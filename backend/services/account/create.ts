import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { accounts, authors } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { newId } from '#backend/db/new-id.ts'
import { emailKey, findByEmail } from './find.ts'

type NewAccount = {
  username: string
  /** Verified address, or `null`. */
  email: string | null
  passwordHash: string | null
  /** Whether the owner may still choose the name. */
  namePending?: boolean
  now: Date
}

/**
 * Creates an account and its author.
 * @returns the uid.
 * @throws DomainError `username_taken`, `email_taken`.
 */
export async function createAccount(
  tx: Transaction,
  { username, email, passwordHash, namePending = false, now }: NewAccount,
): Promise<string> {
  if (email !== null && (await findByEmail(tx, email))) throw emailTaken()
  const uid = newId()
  const insertedAuthors = await tx
    .insert(authors)
    .values({ uid, name: username })
    .onConflictDoNothing()
    .returning({ uid: authors.uid })
  if (insertedAuthors.length === 0) throw nameTaken()
  const key = email === null ? null : emailKey(email)
  const insertedAccounts = await tx
    .insert(accounts)
    .values({ uid, email, emailKey: key, passwordHash, namePending, createdAt: now })
    .onConflictDoNothing()
    .returning({ uid: accounts.uid })
  if (insertedAccounts.length === 0) throw emailTaken()
  return uid
}

/** Whether an author or account has the name, ignoring case. */
export async function isNameTaken(tx: Transaction, name: string): Promise<boolean> {
  const rows = await tx
    .select({ uid: authors.uid })
    .from(authors)
    .where(eq(sql`lower(${authors.name})`, name.toLowerCase()))
  return rows.length > 0
}

export const nameTaken = () => new DomainError('username_taken', 'The user name is taken.')
const emailTaken = () =>
  new DomainError('email_taken', 'An account with this e-mail address already exists.')
