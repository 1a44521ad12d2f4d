import { Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { bearerOf, signedIn } from '#backend/http/bearer.ts'
import { clientOf } from '#backend/http/client.ts'
import { succeedPrivately } from '#backend/http/envelope.ts'
import { HttpError } from '#backend/http/errors.ts'
import { parseBody, parseQuery } from '#backend/http/parse.ts'
import { chooseName } from '#backend/services/account/choose-name.ts'
import { exportAccount } from '#backend/services/account/export.ts'
import { accountInfo } from '#backend/services/account/find.ts'
import { notify } from '#backend/services/account/notice.ts'
import { removeAccount } from '#backend/services/account/remove.ts'
import { requesterIn } from '#backend/services/account/requester.ts'
import { admitCode } from '#backend/services/account/send-code.ts'
import { changePassword, resetPassword } from '#backend/services/account/set-password.ts'
import { ownHidden } from '#backend/services/operator/own-hidden.ts'
import { endSessionOf } from '#backend/services/session/end.ts'
import { ownCounts } from '#backend/services/statistic/own.ts'
import { refreshToken } from '#backend/services/session/refresh.ts'

/** The calls of whoever is signed in, and how a forgotten password is replaced. */
export function accountRoutes(parts: Parts) {
  const { db, clock, limits, accessMs } = parts
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
    .get(CALLS.hiddenProjects.path, async (c) => {
      const { uid } = await signedIn(c, parts)
      return succeedPrivately(c, await ownHidden(db, uid))
    })
    .post(CALLS.verifyCodeAccount.path, async (c) => {
      const signed = await signedIn(c, parts)
      const { email } = await accountInfo(db, signed.uid)
      if (email === '') throw new HttpError(409, 'The account has no e-mail address.', 'no_email')
      const asking = { ...clientOf(c, parts), requester: requesterIn(signed), now: clock() }
      const send = await admitCode(parts, { ...asking, email, key: email, purpose: 'confirm' })
      await send()
      return succeedPrivately(c, null)
    })
    .post(CALLS.chooseName.path, async (c) => {
      const { uid } = await signedIn(c, parts)
      const { username } = await parseBody(c, CALLS.chooseName.body)
      await chooseName(db, uid, username)
      return succeedPrivately(c, null)
    })
    .post(CALLS.deleteAccount.path, async (c) => {
      const signed = await signedIn(c, parts)
      await removeAccount(parts, signed, await parseBody(c, CALLS.deleteAccount.body), clock())
      return succeedPrivately(c, null)
    })
    .post(CALLS.refreshToken.path, async (c) => {
      const token = await refreshToken(db, bearerOf(c), { now: clock(), accessMs })
      return succeedPrivately(c, null, { token })
    })
    .post(CALLS.logOut.path, async (c) => {
      await endSessionOf(db, bearerOf(c), clock())
      return succeedPrivately(c, null)
    })
    .post(CALLS.changePassword.path, async (c) => {
      const signed = await signedIn(c, parts)
      const asking = { ...clientOf(c, parts), now: clock() }
      await changePassword(parts, signed, await parseBody(c, CALLS.changePassword.body), asking)
      notify(parts, c.get('log'), { ...asking, uid: signed.uid, about: 'password_changed' })
      return succeedPrivately(c, null)
    })
    .post(CALLS.resetPassword.path, async (c) => {
      const wish = await parseBody(c, CALLS.resetPassword.body)
      const asking = { ...clientOf(c, parts), now: clock() }
      await limits.count('resetByAddress', asking.network)
      const { uid, device } = await resetPassword(parts, wish, asking)
      notify(parts, c.get('log'), { ...asking, uid, about: 'password_changed' })
      return succeedPrivately(c, null, { device })
    })
}
