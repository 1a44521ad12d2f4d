import type { z } from 'zod'
import type { codeLogInSchema, passwordLogInSchema } from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { HttpError } from '#backend/http/errors.ts'
import { startSession, type When } from '#backend/services/session/start.ts'
import { checkCode } from './code.ts'
import { findByEmail, findByName } from './find.ts'
import { isSecret } from './password.ts'

/**
 * Signs in with a password.
 * @returns a token.
 * @throws HttpError 403 (`wrong_credentials`), the same whether there is such an account or not.
 */
export async function logInWithPassword(
  db: Database,
  { account: name, password }: z.infer<typeof passwordLogInSchema>,
  when: When,
): Promise<string> {
  const account = await findByName(db, name)
  const isRight = await isSecret(password, account?.passwordHash)
  if (!account || !isRight) {
    throw new HttpError(403, 'Account or password is wrong.', 'wrong_credentials')
  }
  return startSession(db, account.uid, when)
}

/**
 * Signs in with a code that was sent to the account's address.
 * @returns a token.
 * @throws HttpError `wrong_code`; `no_account` only for the owner of the address, whose code stays
 * good for registering.
 */
export async function logInWithCode(
  db: Database,
  { email, code }: z.infer<typeof codeLogInSchema>,
  when: When,
): Promise<string> {
  const use = await checkCode(db, { email, code, purpose: 'enter', now: when.now })
  const account = await findByEmail(db, email)
  if (!account) {
    throw new HttpError(404, 'There is no account with that e-mail address.', 'no_account')
  }
  return db.transaction(async (tx) => {
    await use(tx)
    return startSession(tx, account.uid, when)
  })
}
