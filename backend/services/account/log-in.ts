import type { z } from 'zod'
import type { codeLogInSchema, passwordLogInSchema } from '#lib/contract/account.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { DomainError } from '#backend/errors.ts'
import type { RateLimits } from '#backend/services/limit/limits.ts'
import { type Opened, openSession, type SignIn } from '#backend/services/session/open.ts'
import { checkCode } from './code.ts'
import { absentKey, findByEmail, findByLogin, nameKey } from './find.ts'
import { verifySecret } from './password.ts'
import { type Requester, getRequester } from './requester.ts'

type Deps = { db: Database; limits: RateLimits }
/** A sign-in and the network that it comes from. */
export type Visit = SignIn & { network: string }

/**
 * Signs in with a password. Attempts are counted before the comparison, so that concurrent attempts
 * cannot exceed the limit: 20 in 15 minutes per typed name and network or known browser. After 100
 * failures an hour from unknown browsers these also need a mailed code. Failures count under what was
 * typed and under the account; a limit of the account alone shows only to who has the password.
 * @throws RateLimitError; DomainError `code_needed`; `wrong_code`; `wrong_credentials`, whether the
 * account exists or not.
 */
export async function logInWithPassword(
  { db, limits }: Deps,
  { account: name, password, code }: z.infer<typeof passwordLogInSchema>,
  visit: Visit,
): Promise<Opened> {
  const account = await findByLogin(db, name)
  const requester = await getRequester(db, account?.uid, visit)
  const attemptKey = `${nameKey(name)} ${requester.id}`
  await limits.count('logInByAccount', attemptKey)
  const failureKeys = requester.isKnown ? [] : [nameKey(name), account?.uid ?? absentKey(name)]
  const [byName = false, byAccount = false] = await tallyFailures(limits, failureKeys)
  const check = () =>
    checkSecondFactor({ db, limits }, { email: account?.email, code, requester, now: visit.now })
  const consumeFirst = byName ? await check() : undefined
  const isCorrect = await verifySecret(password, account?.passwordHash)
  if (!account || !isCorrect) {
    throw new DomainError('wrong_credentials', 'The account or the password is wrong.')
  }
  const consumeCode = consumeFirst ?? (byAccount ? await check() : undefined)
  await limits.reset('logInByAccount', attemptKey)
  for (const key of failureKeys) await limits.refund('failuresByAccount', key)
  return db.transaction(async (tx) => {
    await consumeCode?.(tx)
    return openSession(tx, account.uid, visit)
  })
}

/** Counts a failure under each key. @returns which of them are over the limit. */
async function tallyFailures(limits: RateLimits, keys: string[]): Promise<boolean[]> {
  const results: boolean[] = []
  for (const key of keys) results.push((await limits.tally('failuresByAccount', key)).isOver)
  return results
}

type SecondFactor = {
  /** The account's address, if there is one. */
  email: string | null | undefined
  code: string | undefined
  requester: Requester
  now: Date
}

/** Checks the code in addition to the password. */
async function checkSecondFactor(
  { db, limits }: Deps,
  { email, code, requester, now }: SecondFactor,
): Promise<(tx: Transaction) => Promise<void>> {
  if (code === undefined) {
    throw new DomainError('code_needed', 'A code sent by e-mail is also required.')
  }
  const claim = { email: email ?? '', code, purpose: 'log_in', requester: requester.id } as const
  return checkCode({ db, limits }, { ...claim, now })
}

/**
 * Signs in with a code that was sent to the account's address.
 * @throws RateLimitError; DomainError `wrong_code`; `no_account`, only with the correct code, which stays
 * valid for registering.
 */
export async function logInWithCode(
  { db, limits }: Deps,
  { email, code }: z.infer<typeof codeLogInSchema>,
  visit: Visit,
): Promise<Opened> {
  const account = await findByEmail(db, email)
  const { id: requester } = await getRequester(db, account?.uid, visit)
  const claim = { email, code, purpose: 'enter', requester, now: visit.now } as const
  const consumeCode = await checkCode({ db, limits }, claim)
  if (!account) {
    throw new DomainError('no_account', 'No account has this e-mail address.')
  }
  return db.transaction(async (tx) => {
    await consumeCode(tx)
    return openSession(tx, account.uid, visit)
  })
}
