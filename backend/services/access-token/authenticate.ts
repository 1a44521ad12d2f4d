import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { TokenPrincipal, TokenReach } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import { accessTokens, accounts, trustedPublishers } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { isSuspended, suspendedError } from '#backend/services/session/active.ts'
import { hashToken } from '#backend/token.ts'
import { isWellFormed } from './format.ts'

/** Interval between updates of the last use, in ms, so that most reads do not write. */
const USE_UPDATE_MS = 5 * 60 * 1000

/**
 * The principal of an access token.
 * @throws DomainError `token_malformed`; `token_unknown` also for a revoked one; `token_expired`; `suspended`.
 */
export async function authenticateAccessToken(
  db: Database,
  token: string,
  now: Date,
): Promise<TokenPrincipal> {
  if (!isWellFormed(token)) {
    throw new DomainError('token_malformed', 'The access token is incomplete or mistyped.')
  }
  const hash = hashToken(token)
  const [found] = await db
    .select({ row: accessTokens, publisher: trustedPublishers, account: accounts })
    .from(accessTokens)
    .innerJoin(accounts, eq(accounts.uid, accessTokens.uid))
    .leftJoin(trustedPublishers, eq(trustedPublishers.id, accessTokens.publisherId))
    .where(eq(accessTokens.hash, hash))
  const row = found?.row
  if (!row) throw new DomainError('token_unknown', 'The access token is unknown or was revoked.')
  if (row.expiresAt <= now) {
    throw new DomainError('token_expired', 'The access token has expired.')
  }
  if (isSuspended(found.account, now)) throw suspendedError()
  const { id, uid, name, scopes } = row
  if (row.usedAt === null || now.getTime() - row.usedAt.getTime() >= USE_UPDATE_MS) {
    const isOlder = or(isNull(accessTokens.usedAt), lt(accessTokens.usedAt, now))
    await db
      .update(accessTokens)
      .set({ usedAt: now })
      .where(and(eq(accessTokens.id, id), isOlder))
  }
  return { uid, accessToken: { id, name, scopes, reach: reachOf(row, found.publisher) } }
}

type TokenRow = typeof accessTokens.$inferSelect
type PublisherRow = typeof trustedPublishers.$inferSelect

function reachOf({ projectId }: TokenRow, publisher: PublisherRow | null): TokenReach {
  if (!publisher) {
    return projectId === null ? { projects: 'all' } : { projects: 'one', projectId, first: null }
  }
  const { id, firstKind: kind, firstTitle: title } = publisher
  const first = kind === null || title === null ? null : { publisherId: id, kind, title }
  // The publisher may have published its first release since the exchange.
  return { projects: 'one', projectId: publisher.projectId, first }
}
