import type { z } from 'zod'
import type { codeLogInSchema, passwordLogInSchema } from '#lib/contract/account.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { HttpError } from '#backend/http/errors.ts'
import type { Limits } from '#backend/services/limit/limits.ts'
import { type Opened, openSession, type SignIn } from '#backend/services/session/open.ts'
import { checkCode } from './code.ts'
import { findByEmail, findByName, nameKey } from './find.ts'
import { isSecret } from './password.ts'
import { type Requester, requesterOf } from './requester.ts'

type Parts = { db: Database; limits: Limits }
/** Who signs in, and from which network. */
export type Visit = SignIn & { network: string }

/**
 * Signs in with a password. An attempt is counted before anything is compared, so that of any number
 * at once no more than the limit are looked at: 20 in 15 minutes per account and network or known
 * browser. After 100 failures an hour from unknown browsers these need a mailed code as well.
 * @throws TooMany; HttpError 403: `code_needed`, whatever the password; `wrong_code`;
 * `wrong_credentials`, the same whether there is such an account or not.
 */
export async function logInWithPassword(
  { db, limits }: Parts,
  { account: name, password, code }: z.infer<typeof passwordLogInSchema>,
  visit: Visit,
): Promise<Opened> {
  const account = await findByName(db, name)
  const key = account?.uid ?? nameKey(name)
  const requester = await requesterOf(db, account?.uid, visit)
  const row = `${key} ${requester.id}`
  await limits.count('logInByAccount', row)
  const use = await checkSecond({ db, limits }, { key, code, requester, now: visit.now }, account)
  const isRight = await isSecret(password, account?.passwordHash)
  if (!account || !isRight) {
    throw new HttpError(403, 'Account or password is wrong.', 'wrong_credentials')
  }
  await limits.forget('logInByAccount', row)
  if (!requester.isKnown) await limits.giveBack('failuresByAccount', key)
  return db.transaction(async (tx) => {
    await use(tx)
    return openSession(tx, account.uid, visit)
  })
}

type Second = { key: string; code: string | undefined; requester: Requester; now: Date }

/** Checks the code beside the password, where one is needed. */
async function checkSecond(
  { db, limits }: Parts,
  { key, code, requester, now }: Second,
  account: { email: string | null } | undefined,
): Promise<(tx: Transaction) => Promise<void>> {
  if (requester.isKnown) return async () => undefined
  const { isOver } = await limits.tally('failuresByAccount', key)
  if (!isOver) return async () => undefined
  if (code === undefined) {
    throw new HttpError(403, 'A code sent by e-mail is needed as well.', 'code_needed')
  }
  const email = account?.email ?? ''
  return checkCode({ db, limits }, { email, code, purpose: 'log_in', requester: requester.id, now })
}

/**
 * Signs in with a code that was sent to the account's address.
 * @throws TooMany; HttpError `wrong_code`; `no_account` only for the owner of the address, whose
 * code stays good for registering.
 */
export async function logInWithCode(
  { db, limits }: Parts,
  { email, code }: z.infer<typeof codeLogInSchema>,
  visit: Visit,
): Promise<Opened> {
  const account = await findByEmail(db, email)
  const { id: requester } = await requesterOf(db, account?.uid, visit)
  const claim = { email, code, purpose: 'enter', requester, now: visit.now } as const
  const use = await checkCode({ db, limits }, claim)
  if (!account) {
    throw new HttpError(404, 'There is no account with that e-mail address.', 'no_account')
  }
  return db.transaction(async (tx) => {
    await use(tx)
    return openSession(tx, account.uid, visit)
  })
}
