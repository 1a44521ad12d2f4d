import { and, eq, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { AccountInfo } from '#lib/contract/account.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, authors, projects } from '#backend/db/tables.ts'
import { UnauthenticatedError } from '#backend/errors.ts'

/** Unique key of an address: case does not matter. */
export const emailKey = (email: string) => email.toLowerCase()

/** Key that limits count a typed user name or address under, whether an account has it or not. */
export const nameKey = (typed: string) => `name ${typed.toLowerCase()}`

/** Stands for the account or address of a typed name that no account has. No address contains a blank. */
export const absentKey = (typed: string) => `absent ${typed.toLowerCase()}`

/** The account with an e-mail address, if any. */
export async function findByEmail(db: Database | Transaction, email: string) {
  const [account] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.emailKey, emailKey(email)))
  return account
}

/** The account with a user name or an e-mail address, if any. */
export async function findByLogin(db: Database, login: string) {
  const folded = login.toLowerCase()
  const [row] = await db
    .select({ account: accounts })
    .from(accounts)
    .innerJoin(authors, eq(authors.uid, accounts.uid))
    .where(or(eq(sql`lower(${authors.name})`, folded), eq(accounts.emailKey, folded)))
  return row?.account
}

/**
 * Names and settings of an account.
 * @throws UnauthenticatedError if the account was deleted meanwhile.
 */
export async function getAccountInfo(db: Database, uid: string): Promise<AccountInfo> {
  const [row] = await db
    .select({
      account: accounts,
      username: authors.name,
      displayName: authors.displayName,
      isPending: isNamePending(db),
    })
    .from(accounts)
    .innerJoin(authors, eq(authors.uid, accounts.uid))
    .where(eq(accounts.uid, uid))
  if (!row) throw new UnauthenticatedError()
  const { account, username, displayName, isPending } = row
  return {
    uid,
    username,
    display_name: displayName,
    email: account.email ?? '',
    has_password: account.passwordHash !== null,
    name_pending: isPending,
    ...(account.role && { role: account.role }),
  }
}

/** Whether the owner may still choose the user name: proposed by a provider, nothing published. */
function isNamePending(db: Database): SQL<boolean> {
  const own = db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.authorUid, accounts.uid))
  return sql<boolean>`${and(accounts.namePending, notExists(own))}`
}
