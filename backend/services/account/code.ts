import { randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { codes } from '#backend/db/account-schema.ts'
import { HttpError } from '#backend/http/errors.ts'
import { emailKey } from './find.ts'
import { hashSecret, isSecret } from './password.ts'

/** A code is good for so long, in minutes, and for so many tries. */
export const CODE_MINUTES = 10
const TRIES_MAX = 5

/** `enter`: to register or sign in; `reset`: to set a new password. */
export type Purpose = 'enter' | 'reset'
type Claim = { email: string; purpose: Purpose; now: Date }

/** Makes the one live code of an address and purpose; an earlier one is good for nothing then. */
export async function makeCode(db: Database, { email, purpose, now }: Claim): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const values = {
    hash: await hashSecret(code),
    tries: 0,
    expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000),
  }
  await db
    .insert(codes)
    .values({ emailKey: emailKey(email), purpose, ...values })
    .onConflictDoUpdate({ target: [codes.emailKey, codes.purpose], set: values })
  return code
}

/**
 * Looks at a code, which costs one of its tries, counted before the code is compared: of any number
 * of guesses at once no more than five are looked at.
 * @returns what uses it up, in the transaction of what it is for; only the first one succeeds.
 * @throws HttpError 403 (`wrong_code`): wrong, expired, used, or tried too often.
 */
export async function checkCode(db: Database, claim: Claim & { code: string }) {
  const where = and(
    eq(codes.emailKey, emailKey(claim.email)),
    eq(codes.purpose, claim.purpose),
    gt(codes.expiresAt, claim.now),
  )
  const [tried] = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(and(where, lt(codes.tries, TRIES_MAX)))
    .returning({ hash: codes.hash })
  if (!tried || !(await isSecret(claim.code, tried.hash))) throw wrongCode()
  return async (tx: Transaction): Promise<void> => {
    const used = await tx
      .delete(codes)
      .where(and(where, eq(codes.hash, tried.hash)))
      .returning()
    if (used.length === 0) throw wrongCode()
  }
}

const wrongCode = () => new HttpError(403, 'That code is wrong or has expired.', 'wrong_code')
