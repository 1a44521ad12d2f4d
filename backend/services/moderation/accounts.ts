import {
  and,
  desc,
  eq,
  exists,
  gt,
  ilike,
  inArray,
  isNotNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { z } from 'zod'
import {
  ACCOUNT_PARTS_MAX,
  type AccountDetails,
  ACCOUNTS_PAGE,
  type accountsQuerySchema,
  type AccountSummary,
} from '#lib/contract/admin/account.ts'
import type { Provider } from '#lib/contract/provider.ts'
import type { Database } from '#backend/db/connect.ts'
import {
  accessTokens,
  accounts,
  authors,
  identities,
  projects,
  reports,
  sessions,
} from '#backend/db/tables.ts'
import { partOf } from '#backend/db/part-of.ts'
import { DomainError } from '#backend/errors.ts'
import { isAccountOf, networksOfAccount } from '#backend/services/limit/account-networks.ts'
import { trustOf } from '#backend/services/project/trust.ts'
import { isSuspended, isSuspendedAt } from '#backend/services/session/active.ts'
import { toSession } from '#backend/services/session/manage.ts'

const countOf = (table: typeof projects | typeof reports, condition: SQL | undefined) =>
  sql<number>`(SELECT count(*)::int FROM ${table} WHERE ${condition})`

const columns = {
  account: accounts,
  name: authors.name,
  displayName: authors.displayName,
  projects: countOf(projects, eq(projects.authorUid, accounts.uid)),
  hidden: countOf(
    projects,
    and(eq(projects.authorUid, accounts.uid), isNotNull(projects.hiddenAt)),
  ),
  reports: countOf(reports, eq(reports.authorUid, accounts.uid)),
}

const selectAccounts = (db: Database) =>
  db.select(columns).from(accounts).innerJoin(authors, eq(authors.uid, accounts.uid))
type Row = Awaited<ReturnType<typeof selectAccounts>>[number]

/** Accounts that match, the newest first. The network of the query is a hash. */
export async function listAccounts(
  db: Database,
  { q, state, network = '', provider, after }: z.output<typeof accountsQuerySchema>,
  now: Date,
): Promise<{ items: AccountSummary[]; next: string | null }> {
  const rows = await selectAccounts(db)
    .where(
      and(
        contains(q),
        hasState(db, state, now),
        network === '' ? undefined : isAccountOf(network),
        provider && signsInWith(db, provider),
        after === undefined ? undefined : comesAfter(after),
      ),
    )
    .orderBy(desc(accounts.createdAt), desc(accounts.uid))
    .limit(ACCOUNTS_PAGE + 1)
  const items = rows.slice(0, ACCOUNTS_PAGE).map((row) => toSummary(row, now))
  return { items, next: rows.length > ACCOUNTS_PAGE ? (items.at(-1)?.username ?? null) : null }
}

function contains(q: string | undefined): SQL | undefined {
  if (q === undefined || q === '') return undefined
  const part = partOf(q)
  return or(
    ilike(authors.name, part),
    ilike(authors.displayName, part),
    ilike(accounts.emailKey, part),
  )
}

function hasState(
  db: Database,
  state: z.output<typeof accountsQuerySchema>['state'],
  now: Date,
): SQL | undefined {
  switch (state) {
    case 'suspended':
      return isSuspendedAt(now)
    case 'role':
      return isNotNull(accounts.role)
    case 'reported':
      return exists(
        db
          .select({ one: sql`1` })
          .from(reports)
          .where(
            and(eq(reports.authorUid, accounts.uid), inArray(reports.state, ['open', 'asked'])),
          ),
      )
    case 'all':
      return undefined
  }
}

const signsInWith = (db: Database, provider: Provider): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(identities)
      .where(and(eq(identities.uid, accounts.uid), eq(identities.provider, provider))),
  )

/** After the account with a user name, in the order of the list. */
const comesAfter = (username: string): SQL => {
  const last = sql`(SELECT a.created_at, a.uid FROM accounts a JOIN authors n ON n.uid = a.uid WHERE n.name = ${username})`
  return sql`(${accounts.createdAt}, ${accounts.uid}) < ${last}`
}

const toSummary = (row: Row, now: Date): AccountSummary => ({
  username: row.name,
  display_name: row.displayName,
  email: row.account.email ?? '',
  created_at: row.account.createdAt.toISOString(),
  role: row.account.role,
  is_suspended: isSuspended(row.account, now),
  projects: row.projects,
  hidden: row.hidden,
  reports: row.reports,
})

/** An account with what a moderator needs to decide. @throws DomainError `no_account`. */
export async function readAccount(
  db: Database,
  username: string,
  now: Date,
): Promise<AccountDetails> {
  const isWanted = eq(sql`lower(${authors.name})`, username.toLowerCase())
  const [row] = await selectAccounts(db).where(isWanted)
  if (!row) throw new DomainError('no_account', 'No account has this name.')
  const { account } = row
  const { uid } = account
  const [trust, networks, providers, open, tokens, published, reported] = await Promise.all([
    trustOf(db, uid, now),
    networksOfAccount(db, uid),
    db.select({ name: identities.provider }).from(identities).where(eq(identities.uid, uid)),
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.uid, uid), gt(sessions.endsAt, now)))
      .orderBy(desc(sessions.usedAt))
      .limit(ACCOUNT_PARTS_MAX),
    db.$count(accessTokens, and(eq(accessTokens.uid, uid), gt(accessTokens.expiresAt, now))),
    db
      .select({
        kind: projects.kind,
        id: projects.id,
        title: projects.title,
        createdAt: projects.createdAt,
        hiddenAt: projects.hiddenAt,
      })
      .from(projects)
      .where(eq(projects.authorUid, uid))
      .orderBy(desc(projects.createdAt), projects.id)
      .limit(ACCOUNT_PARTS_MAX),
    db
      .select({ number: reports.number, title: reports.title, state: reports.state })
      .from(reports)
      .where(eq(reports.authorUid, uid))
      .orderBy(desc(reports.number))
      .limit(ACCOUNT_PARTS_MAX),
  ])
  const { suspendedAt, suspendedUntil } = account
  return {
    ...toSummary(row, now),
    trust,
    networks,
    locale: account.locale,
    suspension:
      suspendedAt !== null && isSuspended(account, now)
        ? {
            since: suspendedAt.toISOString(),
            until: suspendedUntil?.toISOString() ?? null,
            reason: account.suspensionReason,
            by: account.suspendedBy,
          }
        : null,
    providers: providers.map(({ name }) => name),
    sessions: open.map(toSession),
    access_tokens: tokens,
    publications: published.map(({ createdAt, hiddenAt, ...project }) => ({
      ...project,
      created_at: createdAt.toISOString(),
      is_hidden: hiddenAt !== null,
    })),
    reported,
  }
}
