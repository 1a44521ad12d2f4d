import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, sessions } from '#backend/db/tables.ts'
import { DomainError, UnauthenticatedError } from '#backend/errors.ts'
import type { RateLimits } from '#backend/services/limit/limits.ts'
import type { SessionPrincipal } from '#backend/caller.ts'
import { checkCode } from './code.ts'
import { verifySecret } from './password.ts'
import { toSessionRequester } from './requester.ts'

/** Time after a sign-in in which a session proves the owner's presence, in ms. */
const FRESH_MS = 10 * 60 * 1000

type Proof = { password: string; code?: string | undefined }

/**
 * Verifies that the owner of the account is present, since a session may be stolen: by the password or
 * a code mailed to the account; for an account with neither password nor address by a sign-in within
 * the last ten minutes.
 * @returns a function that consumes the proof within a transaction.
 * @throws RateLimitError; DomainError `wrong_password`, `code_needed`, `wrong_code`, `sign_in_again`.
 */
export async function proveOwner(
  { db, limits }: { db: Database; limits: RateLimits },
  principal: SessionPrincipal,
  { password, code }: Proof,
  now: Date,
): Promise<(tx: Transaction) => Promise<void>> {
  await limits.count('changesBySession', principal.sessionId)
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, principal.uid))
  if (!account) throw new UnauthenticatedError()
  const { email, passwordHash } = account
  if (email !== null && (code !== undefined || passwordHash === null)) {
    if (code === undefined) {
      throw new DomainError('code_needed', 'A code sent by e-mail is required.')
    }
    const requester = toSessionRequester(principal).id
    return checkCode({ db, limits }, { email, code, purpose: 'confirm', requester, now })
  }
  if (passwordHash !== null) {
    if (!(await verifySecret(password, passwordHash))) {
      throw new DomainError('wrong_password', 'The current password is wrong.')
    }
    return async () => undefined
  }
  await requireFresh(db, principal, now)
  return async () => undefined
}

/** @throws DomainError `sign_in_again` if the session is older than ten minutes. */
export async function requireFresh(
  db: Database,
  { sessionId }: SessionPrincipal,
  now: Date,
): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
  if (!session) throw new UnauthenticatedError()
  if (now.getTime() - session.createdAt.getTime() > FRESH_MS) {
    throw new DomainError('sign_in_again', 'Sign in again first.')
  }
}
