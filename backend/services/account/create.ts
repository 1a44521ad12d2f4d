import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, authors } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { newId } from '#backend/db/new-id.ts'
import type { z } from 'zod'
import type { Limits } from '#backend/services/limit/limits.ts'
import { type Opened, openSession } from '#backend/services/session/open.ts'
import type { registerRequestSchema } from '#lib/contract/account.ts'
import { getRequester } from './requester.ts'
import { hashSecret, rejectCommonPassword } from './password.ts'
import type { Visit } from './log-in.ts'
import { checkCode } from './code.ts'
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

/**
 * Creates an account for the owner of an address, proved by the code sent to it. The code stays valid
 * if the request fails for another reason.
 * @throws RateLimitError; DomainError `common_password`, `wrong_code`, `username_taken`, `email_taken`.
 */
export async function register(
  { db, limits }: { db: Database; limits: Limits },
  { username, email, password, code }: z.infer<typeof registerRequestSchema>,
  visit: Visit,
): Promise<Opened> {
  const { now, locale } = visit
  rejectCommonPassword(password)
  const existing = await findByEmail(db, email)
  const { id: requester } = await getRequester(db, existing?.uid, visit)
  const consumeCode = await checkCode(
    { db, limits },
    { email, code, purpose: 'enter', requester, now },
  )
  const passwordHash = await hashSecret(password)
  return db.transaction(async (tx) => {
    await consumeCode(tx)
    const uid = await createAccount(tx, { username, email, passwordHash, now })
    await tx.update(accounts).set({ locale }).where(eq(accounts.uid, uid))
    return openSession(tx, uid, visit)
  })
}
