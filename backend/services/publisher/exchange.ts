import { and, count, eq, lt, min } from 'drizzle-orm'
import {
  EXCHANGE_MINUTES,
  EXCHANGED_TOKENS_MAX,
  type TokenExchange,
} from '#lib/contract/publisher.ts'
import { TOKEN_CHECKSUM_LENGTH } from '#lib/contract/access-token.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accessTokens, trustedPublishers, usedIdentityTokens } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { DomainError } from '#backend/errors.ts'
import { hashToken } from '#backend/token.ts'
import { newAccessToken } from '#backend/services/access-token/format.ts'
import { identityError } from './identity-error.ts'
import { findPublisher, type PublisherRow } from './match.ts'
import type { Verified } from './verify.ts'

const EXCHANGE_MS = EXCHANGE_MINUTES * 60 * 1000

type Request = { publisherId: string | undefined; now: Date }

/**
 * Exchanges a verified identity token for an access token of one project, with the scope `publish` only. The identity
 * token is used up in the same transaction.
 * @throws DomainError as `findPublisher`; `oidc_replayed`; `oidc_tokens` with too many valid ones.
 */
export async function exchangeIdentity(
  db: Database,
  { issuer, run, hash, expiresAt }: Verified,
  { publisherId, now }: Request,
): Promise<TokenExchange> {
  return db.transaction(async (tx) => {
    const { publisher, project } = await findPublisher(tx, { issuer, run, publisherId })
    const used = await tx
      .insert(usedIdentityTokens)
      .values({ hash, expiresAt })
      .onConflictDoNothing()
      .returning({ hash: usedIdentityTokens.hash })
    if (used.length === 0) throw identityError('oidc_replayed')
    // Serialises the publisher's exchanges, so that the count is exact; the name may have changed.
    const { repository } = run
    await tx
      .update(trustedPublishers)
      .set({ usedAt: now, repository })
      .where(eq(trustedPublishers.id, publisher.id))
    await checkCount(tx, publisher, now)
    const secret = newAccessToken('exchanged')
    const end = new Date(now.getTime() + EXCHANGE_MS)
    const runner = run.isSelfHosted ? ' (self-hosted)' : ''
    await tx.insert(accessTokens).values({
      id: newId(),
      uid: publisher.uid,
      hash: hashToken(secret),
      ending: secret.slice(-TOKEN_CHECKSUM_LENGTH),
      name: `${issuer.service} ${repository} ${publisher.workflow}${runner}`,
      scopes: ['publish'],
      projectId: publisher.projectId,
      publisherId: publisher.id,
      createdAt: now,
      expiresAt: end,
    })
    return {
      token: secret,
      expires_at: end.toISOString(),
      publisher_id: publisher.id,
      project,
      first: project ? null : toFirst(publisher),
    }
  })
}

/** @throws DomainError `oidc_tokens`; deletes the expired ones. */
async function checkCount(tx: Transaction, { id }: PublisherRow, now: Date): Promise<void> {
  const isOfPublisher = eq(accessTokens.publisherId, id)
  await tx.delete(accessTokens).where(and(isOfPublisher, lt(accessTokens.expiresAt, now)))
  const [alive] = await tx
    .select({ count: count(), end: min(accessTokens.expiresAt) })
    .from(accessTokens)
    .where(isOfPublisher)
  if (!alive?.end || alive.count < EXCHANGED_TOKENS_MAX) return
  const message = `A publisher can have ${EXCHANGED_TOKENS_MAX} valid tokens at a time.`
  const retryAfter = Math.max(1, Math.ceil((alive.end.getTime() - now.getTime()) / 1000))
  throw new DomainError('oidc_tokens', message, { retryAfter })
}

/** Kind and title that a pending publisher was set up for. */
export const toFirst = ({ firstKind: kind, firstTitle: title }: PublisherRow) =>
  kind === null || title === null ? null : { kind, title }
