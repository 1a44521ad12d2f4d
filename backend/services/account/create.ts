import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { accounts, authors } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { newId } from '#backend/db/new-id.ts'
import type { z } from 'zod'
import { rememberNetwork } from '#backend/services/limit/account-networks.ts'
import { authorKeys, findSameAuthor } from '#backend/services/name/author-names.ts'
import { skeletonKeys } from '#backend/text/skeleton.ts'
import { type Opened, openSession } from '#backend/services/session/open.ts'
import type { registerRequestSchema } from '#lib/contract/account.ts'
import { type Overrides, readSettings } from '#backend/services/setting/settings.ts'
import { mayRegister } from '#lib/contract/admin/settings.ts'
import type { Parts } from '#backend/parts.ts'
import { getRequester } from './requester.ts'
import { hashSecret, rejectCommonPassword } from './password.ts'
import type { Visit } from './log-in.ts'
import { checkCode } from './code.ts'
import { emailKey, findByEmail } from './find.ts'
import { leaveTo, useToRegister } from '#backend/services/role/invite.ts'

type NewAccount = {
  username: string
  /** Verified address, or `null`. */
  email: string | null
  passwordHash: string | null
  /** Whether the owner may still choose the name. */
  namePending?: boolean
  /** Code of an invitation to a role, which opens one account where registration is closed. */
  invitation: string | undefined
  /** Settings of the site that variables set. */
  overrides: Overrides
  now: Date
}

/**
 * Creates an account and its author.
 * @returns the uid.
 * @throws DomainError `username_taken`, `email_taken`, `registration_closed`.
 */
export async function createAccount(
  tx: Transaction,
  { username, email, passwordHash, namePending = false, invitation, overrides, now }: NewAccount,
): Promise<string> {
  if (email !== null && (await findByEmail(tx, email))) throw emailTaken()
  const isAllowed = mayRegister(await readSettings(tx, overrides), email)
  const used = isAllowed ? null : await useToRegister(tx, invitation, now)
  if (await imitatesVerified(tx, username)) throw nameTaken()
  const uid = newId()
  const insertedAuthors = await tx
    .insert(authors)
    .values({ uid, name: username, nameSkeletons: authorKeys(username, null) })
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
  if (used !== null) await leaveTo(tx, used, uid)
  return uid
}

/** Whether a user name looks like the name of another author, who is verified: it is not given away, like one that is taken. */
export async function imitatesVerified(
  tx: Transaction,
  username: string,
  uid?: string,
): Promise<boolean> {
  const keys = skeletonKeys(username)
  return (
    (await findSameAuthor(tx, { ...(uid !== undefined && { uid }), keys }))?.isVerified ?? false
  )
}

/** Whether an author or account has the name, ignoring case, or it looks like that of a verified author. */
export async function isNameTaken(tx: Transaction, name: string): Promise<boolean> {
  const rows = await tx
    .select({ uid: authors.uid })
    .from(authors)
    .where(eq(sql`lower(${authors.name})`, name.toLowerCase()))
  return rows.length > 0 || (await imitatesVerified(tx, name))
}

export const nameTaken = () => new DomainError('username_taken', 'The user name is taken.')
export const emailTaken = () =>
  new DomainError('email_taken', 'An account with this e-mail address already exists.')

type RegisterDeps = Pick<Parts, 'db' | 'limits'> & {
  overrides: Overrides
  internalSecret: string | undefined
}

/**
 * Creates an account for the owner of an address, proved by the code sent to it. The code stays valid
 * if the request fails for another reason.
 * @throws RateLimitError; DomainError `common_password`, `wrong_code`; as `createAccount`.
 */
export async function register(
  { db, limits, overrides, internalSecret }: RegisterDeps,
  { username, email, password, code, invitation }: z.infer<typeof registerRequestSchema>,
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
    const account = { username, email, passwordHash, invitation, overrides, now }
    const uid = await createAccount(tx, account)
    await tx.update(accounts).set({ locale }).where(eq(accounts.uid, uid))
    await rememberNetwork(tx, internalSecret, { ...visit, uid })
    return openSession(tx, uid, visit)
  })
}
