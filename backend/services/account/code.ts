import { randomInt } from 'node:crypto'
import { and, desc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { codes } from '#backend/db/account-schema.ts'
import { HttpError } from '#backend/http/errors.ts'
import type { Limits } from '#backend/services/limit/limits.ts'
import { emailKey } from './find.ts'
import { hashSecret, isSecret } from './password.ts'

/** A code is valid for so long, in minutes, and for so many attempts in all. */
export const CODE_MINUTES = 10
const TRIES_MAX = 5
/** So many of them may come from elsewhere than the code was asked for from. */
const OTHER_TRIES_MAX = 2

/**
 * `enter`: to register or sign in; `reset`: to set a new password; `log_in`: beside the password;
 * `confirm`: to change an account whose owner is signed in.
 */
export type Purpose = 'enter' | 'reset' | 'log_in' | 'confirm'
type Claim = { email: string; purpose: Purpose; requester: string; now: Date }

/**
 * Makes the live code of an address, purpose and requester; an earlier one of the same requester is
 * replaced, those of others stay valid.
 * @param claim.lastsMs how long it is valid.
 */
export async function makeCode(
  db: Database,
  { email, purpose, requester, now, lastsMs }: Claim & { lastsMs: number },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const values = {
    hash: await hashSecret(code),
    tries: 0,
    otherTries: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lastsMs),
  }
  await db
    .insert(codes)
    .values({ emailKey: emailKey(email), purpose, requester, ...values })
    .onConflictDoUpdate({
      target: [codes.emailKey, codes.purpose, codes.requester],
      set: values,
    })
  return code
}

/** Whether a requester could still use a code that was mailed before. */
export async function hasLiveCode(db: Database, claim: Claim): Promise<boolean> {
  const [found] = await db
    .select({ hash: codes.hash })
    .from(codes)
    .where(and(liveOf(claim), lt(codes.tries, TRIES_MAX)))
    .limit(1)
  return found !== undefined
}

/**
 * Compares a code with the one that the requester asked for, else with the newest that somebody
 * else did, since a person may move to another network, or open the newest of several mails. Each
 * comparison costs one of the code's five attempts and is counted before it is made; others than
 * the requester have two of the five, so that they cannot use up all of them. A right one costs none:
 * whoever has the code may try several user names with it.
 * @returns what uses the code up, in the transaction of what it is for; only the first one succeeds.
 * @throws TooMany; HttpError 403 (`wrong_code`): wrong, expired, used, or tried too often.
 */
export async function checkCode(
  { db, limits }: { db: Database; limits: Limits },
  claim: Claim & { code: string },
): Promise<(tx: Transaction) => Promise<void>> {
  await limits.count('codeTries', claim.requester)
  const own = await takeTry(db, ownOf(claim), false)
  let hash = own
  let isOther = false
  let isRight = await isSecret(claim.code, own)
  if (!isRight && claim.purpose !== 'confirm') {
    isOther = true
    hash = await takeTry(db, newestOtherOf(db, claim), isOther)
    if (hash !== undefined) isRight = await isSecret(claim.code, hash)
  }
  if (!isRight || hash === undefined) throw wrongCode()
  await giveTryBack(db, claim, { hash, isOther })
  await limits.giveBack('codeTries', claim.requester)
  return async (tx) => {
    const used = await tx
      .delete(codes)
      .where(and(eq(codes.emailKey, emailKey(claim.email)), eq(codes.purpose, claim.purpose)))
      .returning({ hash: codes.hash })
    if (!used.some((one) => one.hash === hash)) throw wrongCode()
  }
}

/** Counts one attempt at a code. @returns its hash; nothing where no attempt is left. */
async function takeTry(
  db: Database,
  which: SQL | undefined,
  isOther: boolean,
): Promise<string | undefined> {
  const [tried] = await db
    .update(codes)
    .set({
      tries: sql`${codes.tries} + 1`,
      ...(isOther && { otherTries: sql`${codes.otherTries} + 1` }),
    })
    .where(
      and(
        which,
        lt(codes.tries, TRIES_MAX),
        isOther ? lt(codes.otherTries, OTHER_TRIES_MAX) : undefined,
      ),
    )
    .returning({ hash: codes.hash })
  return tried?.hash
}

async function giveTryBack(
  db: Database,
  { email, purpose }: Claim,
  { hash, isOther }: { hash: string; isOther: boolean },
): Promise<void> {
  await db
    .update(codes)
    .set({
      tries: sql`${codes.tries} - 1`,
      ...(isOther && { otherTries: sql`${codes.otherTries} - 1` }),
    })
    .where(
      and(eq(codes.emailKey, emailKey(email)), eq(codes.purpose, purpose), eq(codes.hash, hash)),
    )
}

function liveOf({ email, purpose, now }: Claim): SQL | undefined {
  return and(
    eq(codes.emailKey, emailKey(email)),
    eq(codes.purpose, purpose),
    gt(codes.expiresAt, now),
  )
}

const ownOf = (claim: Claim) => and(liveOf(claim), eq(codes.requester, claim.requester))

function newestOtherOf(db: Database, claim: Claim) {
  const newest = db
    .select({ requester: codes.requester })
    .from(codes)
    .where(and(liveOf(claim), ne(codes.requester, claim.requester)))
    .orderBy(desc(codes.createdAt), desc(codes.requester))
    .limit(1)
  return and(liveOf(claim), eq(codes.requester, newest))
}

const wrongCode = () => new HttpError(403, 'That code is wrong or has expired.', 'wrong_code')
