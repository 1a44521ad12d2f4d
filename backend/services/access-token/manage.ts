import { and, desc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import {
  type AccessToken,
  type CreatedToken,
  type CreateTokenRequest,
  TOKEN_CHECKSUM_LENGTH,
  TOKEN_SCOPES,
  TOKENS_MAX,
} from '#lib/contract/access-token.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accessTokens, accounts, projects, usedIdentityTokens } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import { hashToken } from '#backend/token.ts'
import { newAccessToken } from './format.ts'

const DAY_MS = 24 * 3600 * 1000
/** How long expired tokens are listed, in ms. */
const LISTED_MS = 30 * DAY_MS

type Who = { uid: string; now: Date }
type TokenRow = typeof accessTokens.$inferSelect
type ProjectRow = Pick<typeof projects.$inferSelect, 'id' | 'kind' | 'title'>

/** Access tokens of an account, newest first. */
export async function listAccessTokens(db: Database, uid: string): Promise<AccessToken[]> {
  const rows = await db
    .select({
      token: accessTokens,
      project: { id: projects.id, kind: projects.kind, title: projects.title },
    })
    .from(accessTokens)
    .leftJoin(projects, eq(projects.id, accessTokens.projectId))
    .where(isOwn(uid))
    .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id))
  return rows.map(({ token, project }) => toAccessToken(token, project))
}

/**
 * Creates an access token.
 * @returns it with its secret, which is not stored.
 * @throws NotFoundError for a project that is not the account's; DomainError (`too_many_tokens`).
 */
export async function createAccessToken(
  db: Database,
  { uid, now }: Who,
  { name, scopes, project_id: projectId, days }: CreateTokenRequest,
): Promise<CreatedToken> {
  const secret = newAccessToken()
  return db.transaction(async (tx) => {
    // Serialises the account's requests, so that the count below is exact.
    await tx.select().from(accounts).where(eq(accounts.uid, uid)).for('update')
    await tx.delete(accessTokens).where(and(eq(accessTokens.uid, uid), isSweepable(now)))
    const isAlive = and(isOwn(uid), gt(accessTokens.expiresAt, now))
    if ((await tx.$count(accessTokens, isAlive)) >= TOKENS_MAX) {
      throw new DomainError('too_many_tokens', `An account can have ${TOKENS_MAX} access tokens.`)
    }
    const project = projectId === undefined ? null : await findOwn(tx, uid, projectId)
    const [row] = await tx
      .insert(accessTokens)
      .values({
        id: newId(),
        uid,
        hash: hashToken(secret),
        ending: secret.slice(-TOKEN_CHECKSUM_LENGTH),
        name,
        // In the order of the contract, each once.
        scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
        projectId: project?.id ?? null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + days * DAY_MS),
      })
      .returning()
    if (!row) throw new Error('the access token was not stored')
    return { ...toAccessToken(row, project), secret }
  })
}

/** Revokes an access token of the account at once. @throws NotFoundError */
export async function revokeAccessToken(db: Database, uid: string, id: string): Promise<void> {
  const { rowCount } = await db.delete(accessTokens).where(and(eq(accessTokens.id, id), isOwn(uid)))
  if (rowCount === 0) throw new NotFoundError()
}

/**
 * Deletes access tokens that expired long ago, those of publishers at once, and the marks of identity tokens that no issuer
 * accepts any more.
 */
export async function sweepAccessTokens(db: Database, now: Date): Promise<void> {
  await db.delete(accessTokens).where(isSweepable(now))
  await db.delete(usedIdentityTokens).where(lt(usedIdentityTokens.expiresAt, now))
}

const isSweepable = (now: Date) =>
  or(
    lt(accessTokens.expiresAt, new Date(now.getTime() - LISTED_MS)),
    and(isNotNull(accessTokens.publisherId), lt(accessTokens.expiresAt, now)),
  )

/** Those that the account has created: tokens of its publishers are theirs. */
const isOwn = (uid: string) => and(eq(accessTokens.uid, uid), isNull(accessTokens.publisherId))

async function findOwn(tx: Transaction, uid: string, id: string): Promise<ProjectRow> {
  const [row] = await tx
    .select({ id: projects.id, kind: projects.kind, title: projects.title })
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.authorUid, uid)))
  if (!row) throw new NotFoundError()
  return row
}

const toAccessToken = (row: TokenRow, project: ProjectRow | null): AccessToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  project,
  ending: row.ending,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  used_at: row.usedAt?.toISOString() ?? null,
})
