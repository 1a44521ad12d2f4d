import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, sessions } from '#backend/db/account-schema.ts'
import { HttpError, Unauthorized } from '#backend/http/errors.ts'
import type { Limits } from '#backend/services/limit/limits.ts'
import type { Signed } from '#backend/services/session/authenticate.ts'
import { checkCode } from './code.ts'
import { isSecret } from './password.ts'
import { requesterIn } from './requester.ts'

/** A session counts as a fresh sign-in for so long, in ms. */
const FRESH_MS = 10 * 60 * 1000

type Proof = { password: string; code?: string | undefined }

/**
 * Checks that the owner of the account is present, not only somebody with a session of theirs: by
 * the password or a code mailed to the account; an account that has neither password nor address by
 * a sign-in of the last ten minutes.
 * @returns what uses the proof up, in the transaction of what it is for.
 * @throws TooMany; HttpError 403: `wrong_password`, `code_needed`, `wrong_code`, `sign_in_again`.
 */
export async function proveOwner(
  { db, limits }: { db: Database; limits: Limits },
  signed: Signed,
  { password, code }: Proof,
  now: Date,
): Promise<(tx: Transaction) => Promise<void>> {
  await limits.count('changesBySession', signed.sessionId)
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, signed.uid))
  if (!account) throw new Unauthorized()
  const { email, passwordHash } = account
  if (email !== null && (code !== undefined || passwordHash === null)) {
    if (code === undefined) {
      throw new HttpError(403, 'A code sent by e-mail is needed.', 'code_needed')
    }
    const requester = requesterIn(signed).id
    return checkCode({ db, limits }, { email, code, purpose: 'confirm', requester, now })
  }
  if (passwordHash !== null) {
    if (!(await isSecret(password, passwordHash))) {
      throw new HttpError(403, 'The present password is wrong.', 'wrong_password')
    }
    return async () => undefined
  }
  const [session] = await db.select().from(sessions).where(eq(sessions.id, signed.sessionId))
  if (!session) throw new Unauthorized()
  if (now.getTime() - session.createdAt.getTime() > FRESH_MS) {
    throw new HttpError(403, 'Please sign in again first.', 'sign_in_again')
  }
  return async () => undefined
}
