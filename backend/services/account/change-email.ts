import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { changeEmailRequestSchema } from '#lib/contract/account.ts'
import type { Locale } from '#lib/contract/locale.ts'
import type { Agent, SessionPrincipal } from '#backend/caller.ts'
import { accounts } from '#backend/db/tables.ts'
import { isUniqueViolation } from '#backend/db/unique-violation.ts'
import { DomainError, UnauthenticatedError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { recordEvent } from '#backend/services/session/security-events.ts'
import { checkCode } from './code.ts'
import { emailTaken } from './create.ts'
import { emailKey, findByEmail } from './find.ts'
import { proveOwner, requireFresh } from './prove.ts'
import { toSessionRequester } from './requester.ts'

type Deps = Pick<Parts, 'db' | 'limits'>

/**
 * Changes the address of an account, or sets its first one. The owner is proved by the password, without one by a sign-in of the last
 * ten minutes; each address by a code that was mailed to it. Sessions stay.
 * @returns the former address, `null` without one, and the language of the account.
 * @throws RateLimitError; DomainError `wrong_password`, `sign_in_again`, `code_needed`, `wrong_code` with the field, `email_taken`.
 */
export async function changeEmail(
  deps: Deps,
  principal: SessionPrincipal,
  { email, code, present_code: presentCode, password }: z.output<typeof changeEmailRequestSchema>,
  { agent, now }: { agent: Agent; now: Date },
): Promise<{ former: string | null; locale: Locale | null }> {
  const { db, limits } = deps
  const { uid } = principal
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid))
  if (!account) throw new UnauthenticatedError()
  const { email: former, passwordHash, locale } = account
  if (passwordHash !== null) await proveOwner(deps, principal, { password }, now)
  else {
    await limits.count('changesBySession', principal.sessionId)
    await requireFresh(db, principal, now)
  }
  const requester = toSessionRequester(principal).id
  const check = (to: string, purpose: 'confirm' | 'email', typed: string, field: string) =>
    checkCode(deps, { email: to, code: typed, purpose, requester, now }).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'wrong_code') throw error
      throw new DomainError('wrong_code', error.message, { fields: [field] })
    })
  if (former !== null && presentCode === undefined)
    throw new DomainError('code_needed', 'A code sent to the present address is also required.')
  const consumePresent =
    former === null ? null : await check(former, 'confirm', presentCode ?? '', 'present_code')
  const consumeNew = await check(email, 'email', code, 'code')
  await db.transaction(async (tx) => {
    await consumePresent?.(tx)
    await consumeNew(tx)
    const existing = await findByEmail(tx, email)
    if (existing && existing.uid !== uid) throw emailTaken()
    await tx
      .update(accounts)
      .set({ email, emailKey: emailKey(email) })
      .where(eq(accounts.uid, uid))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? emailTaken() : error
      })
    await recordEvent(tx, 'email_changed', { uid, agent, now })
  })
  return { former, locale }
}
