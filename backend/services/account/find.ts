import { and, eq, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { AccountInfo } from '#lib/contract/account.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/account-schema.ts'
import { authors, projects } from '#backend/db/schema.ts'
import { Unauthorized } from '#backend/http/errors.ts'

/** One account per address, whatever the case. */
export const emailKey = (email: string) => email.toLowerCase()

/** What attempts at an account that does not exist are counted under. */
export const nameKey = (name: string) => `name ${name.toLowerCase()}`

/** The account of an e-mail address, if there is one. */
export async function findByEmail(db: Database | Transaction, email: string) {
  const [account] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.emailKey, emailKey(email)))
  return account
}

/** The account of a user name or an e-mail address, if there is one. */
export async function findByName(db: Database, name: string) {
  const folded = name.toLowerCase()
  const [row] = await db
    .select({ account: accounts })
    .from(accounts)
    .innerJoin(authors, eq(authors.uid, accounts.uid))
    .where(or(eq(sql`lower(${authors.name})`, folded), eq(accounts.emailKey, folded)))
  return row?.account
}

/**
 * What an account is called.
 * @throws Unauthorized for one that has been deleted meanwhile.
 */
export async function accountInfo(db: Database, uid: string): Promise<AccountInfo> {
  const [row] = await db
    .select({ account: accounts, username: authors.name, isPending: isNamePending(db) })
    .from(accounts)
    .innerJoin(authors, eq(authors.uid, accounts.uid))
    .where(eq(accounts.uid, uid))
  if (!row) throw new Unauthorized()
  const { account, username, isPending } = row
  return {
    uid,
    username,
    email: account.email ?? '',
    has_password: account.passwordHash !== null,
    name_pending: isPending,
  }
}

/** Whether the owner may still choose the user name: it was a provider's, and nothing bears it yet. */
function isNamePending(db: Database): SQL<boolean> {
  const own = db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.authorUid, accounts.uid))
  return sql<boolean>`${and(accounts.namePending, notExists(own))}`
}
