import { Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { bearerOf, signedIn } from '#backend/http/bearer.ts'
import { succeedPrivately } from '#backend/http/envelope.ts'
import { parseBody, parseQuery } from '#backend/http/parse.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { exportAccount } from '#backend/services/account/export.ts'
import { accountInfo } from '#backend/services/account/find.ts'
import { removeAccount } from '#backend/services/account/remove.ts'
import { changePassword, resetPassword } from '#backend/services/account/set-password.ts'
import { endSession } from '#backend/services/session/end.ts'
import { ownCounts } from '#backend/services/statistic/own.ts'
import { refreshToken } from '#backend/services/session/refresh.ts'

/** The calls of whoever is signed in, and how a forgotten password is replaced. */
export function accountRoutes(parts: Parts) {
  const { db, clock, limits, accessMs, internalSecret } = parts
  return new Hono<AppEnv>()
    .get(CALLS.accountInfo.path, async (c) => {
      const { uid } = await signedIn(c, parts)
      return succeedPrivately(c, await accountInfo(db, uid))
    })
    .get(CALLS.exportAccount.path, async (c) => {
      const { uid } = await signedIn(c, parts)
      return succeedPrivately(c, await exportAccount(db, uid))
    })
    .get(CALLS.ownCounts.path, async (c) => {
      const { uid } = await signedIn(c, parts)
      const { kind } = parseQuery(c, CALLS.ownCounts.query)
      return succeedPrivately(c, await ownCounts(db, { uid, kind, now: clock() }))
    })
    .delete(CALLS.deleteAccount.path, async (c) => {
      const { uid } = await signedIn(c, parts)
      const { username } = parseQuery(c, CALLS.deleteAccount.query)
      await removeAccount(parts, { uid, username, now: parts.clock() })
      return succeedPrivately(c, null)
    })
    .post(CALLS.refreshToken.path, async (c) => {
      const next = await refreshToken(db, bearerOf(c), { now: clock(), accessMs })
      return succeedPrivately(c, null, next)
    })
    .post(CALLS.logOut.path, async (c) => {
      const { sessionId } = await signedIn(c, parts)
      await endSession(db, sessionId)
      return succeedPrivately(c, null)
    })
    .post(CALLS.changePassword.path, async (c) => {
      const signed = await signedIn(c, parts)
      await limits.count('resetByEmail', signed.uid)
      await changePassword(db, signed, await parseBody(c, CALLS.changePassword.body))
      return succeedPrivately(c, null)
    })
    .post(CALLS.resetPassword.path, async (c) => {
      const wish = await parseBody(c, CALLS.resetPassword.body)
      await limits.count('resetByAddress', visitorOf(c, internalSecret).address)
      await limits.count('resetByEmail', wish.email)
      await resetPassword(db, wish, clock())
      return succeedPrivately(c, null)
    })
}
