import { randomInt } from 'node:crypto'
import { and, desc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { codes } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import type { CodePurpose } from '#backend/mail/texts.ts'
import type { RateLimits } from '#backend/services/limit/limits.ts'
import { emailKey } from './find.ts'
import { hashSecret, verifySecret } from './password.ts'

/** Validity of a code, in minutes, and the number of attempts. */
export const CODE_MINUTES = 10
const TRIES_MAX = 5
/** Attempts that other requesters than the one who requested the code may use. */
const OTHER_TRIES_MAX = 2

type Claim = { email: string; purpose: CodePurpose; requester: string; now: Date }

/**
 * Creates the code of an address, purpose and requester. It replaces an earlier code of the same
 * requester; codes of other requesters stay valid.
 * @param claim.lastsMs validity in ms.
 */
export async function createCode(
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

/**
 * Compares a code with the requester's own, else with the newest code of another requester: users
 * change networks and open the newest of several mails. Each comparison uses one of the five attempts
 * of a code and is counted before it is made; other requesters have two of the five, so that they
 * cannot use up all of them. A correct code costs no attempt: registration may try several user names.
 * A wrong code costs two comparisons, whether there are codes or not.
 * @returns a function that consumes the code within a transaction; only the first call succeeds.
 * @throws RateLimitError; DomainError `wrong_code`: wrong, expired, used, or no attempts left.
 */
export async function checkCode(
  { db, limits }: { db: Database; limits: RateLimits },
  claim: Claim & { code: string },
): Promise<(tx: Transaction) => Promise<void>> {
  await limits.count('codeTries', claim.requester)
  const own = await countAttempt(db, ownCode(claim), false)
  let hash = own
  let isOther = false
  let isMatch = await verifySecret(claim.code, own)
  if (!isMatch && claim.purpose !== 'confirm' && claim.purpose !== 'email') {
    isOther = true
    hash = await countAttempt(db, newestOtherCode(db, claim), isOther)
    isMatch = await verifySecret(claim.code, hash)
  }
  if (!isMatch || hash === undefined) throw wrongCode()
  await refundAttempt(db, claim, { hash, isOther })
  await limits.refund('codeTries', claim.requester)
  return async (tx) => {
    const deleted = await tx
      .delete(codes)
      .where(and(eq(codes.emailKey, emailKey(claim.email)), eq(codes.purpose, claim.purpose)))
      .returning({ hash: codes.hash })
    if (!deleted.some((row) => row.hash === hash)) throw wrongCode()
  }
}

/** Counts one attempt at a code. @returns its hash, or `undefined` if no attempt is left. */
async function countAttempt(
  db: Database,
  condition: SQL | undefined,
  isOther: boolean,
): Promise<string | undefined> {
  const [row] = await db
    .update(codes)
    .set({
      tries: sql`${codes.tries} + 1`,
      ...(isOther && { otherTries: sql`${codes.otherTries} + 1` }),
    })
    .where(
      and(
        condition,
        lt(codes.tries, TRIES_MAX),
        isOther ? lt(codes.otherTries, OTHER_TRIES_MAX) : undefined,
      ),
    )
    .returning({ hash: codes.hash })
  return row?.hash
}

async function refundAttempt(
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

function validCode({ email, purpose, now }: Claim): SQL | undefined {
  return and(
    eq(codes.emailKey, emailKey(email)),
    eq(codes.purpose, purpose),
    gt(codes.expiresAt, now),
  )
}

const ownCode = (claim: Claim) => and(validCode(claim), eq(codes.requester, claim.requester))

function newestOtherCode(db: Database, claim: Claim) {
  const newest = db
    .select({ requester: codes.requester })
    .from(codes)
    .where(and(validCode(claim), ne(codes.requester, claim.requester)))
    .orderBy(desc(codes.createdAt), desc(codes.requester))
    .limit(1)
  return and(validCode(claim), eq(codes.requester, newest))
}

const wrongCode = () => new DomainError('wrong_code', 'The code is wrong or has expired.')
