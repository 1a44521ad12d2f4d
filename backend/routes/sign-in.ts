import { type Context, Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import { PROVIDERS } from '#lib/contract/provider.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { clientOf } from '#backend/http/client.ts'
import { succeedPrivately } from '#backend/http/envelope.ts'
import { NotFound } from '#backend/http/errors.ts'
import { parseBody, parseQuery } from '#backend/http/parse.ts'
import type { Purpose } from '#backend/services/account/code.ts'
import { findByEmail, findByName, nameKey } from '#backend/services/account/find.ts'
import { logInByProvider } from '#backend/services/account/log-in-by-provider.ts'
import { logInWithCode, logInWithPassword, type Visit } from '#backend/services/account/log-in.ts'
import { notify } from '#backend/services/account/notice.ts'
import { register } from '#backend/services/account/register.ts'
import { requesterOf } from '#backend/services/account/requester.ts'
import { admitCode } from '#backend/services/account/send-code.ts'
import { askProvider } from '#backend/services/provider/ask.ts'
import type { Opened } from '#backend/services/session/open.ts'

/** The ways in: codes, registering, signing in, each with its limits. */
export function signInRoutes(parts: Parts) {
  const { db, clock, limits, accessMs, providers, site } = parts
  const visitOf = (c: Context<AppEnv>): Visit => ({
    ...clientOf(c, parts),
    now: clock(),
    accessMs,
  })
  /** Answers with the session; the owner is told where the browser was not known. */
  const signedIn = (c: Context<AppEnv>, opened: Opened, visit: Visit) => {
    const { uid, token, device } = opened
    if (device !== undefined) notify(parts, c.get('log'), { ...visit, uid, about: 'signed_in' })
    return succeedPrivately(c, null, { token, device })
  }
  const codeCall = (purpose: Purpose) => async (c: Context<AppEnv>) => {
    const { data: email } = await parseBody(c, CALLS.verifyCode.body)
    const visit = visitOf(c)
    const account = await findByEmail(db, email)
    const requester = await requesterOf(db, account?.uid, visit)
    const send = await admitCode(parts, { ...visit, email, key: email, purpose, requester })
    await send()
    return succeedPrivately(c, null)
  }
  const app = new Hono<AppEnv>()
    .post(CALLS.verifyCode.path, codeCall('enter'))
    .post(CALLS.verifyCodeForgotten.path, codeCall('reset'))
    .post(CALLS.verifyCodeLogIn.path, async (c) => {
      const { data: name } = await parseBody(c, CALLS.verifyCodeLogIn.body)
      const visit = visitOf(c)
      const account = await findByName(db, name)
      const email = account?.email ?? null
      const requester = await requesterOf(db, account?.uid, visit)
      const key = email ?? nameKey(name)
      const send = await admitCode(parts, { ...visit, email, key, purpose: 'log_in', requester })
      // Not waited for: the time of the answer would tell whether there is such an account.
      send().catch((err: unknown) => c.get('log').warn({ err }, 'code not sent'))
      return succeedPrivately(c, null)
    })
    .post(CALLS.register.path, async (c) => {
      const wish = await parseBody(c, CALLS.register.body)
      const visit = visitOf(c)
      await limits.count('registerByAddress', visit.network)
      return succeedPrivately(c, null, await register(parts, wish, visit))
    })
    .post(CALLS.logIn.path, async (c) => {
      const wish = await parseBody(c, CALLS.logIn.body)
      const visit = visitOf(c)
      await limits.count('logInByAddress', visit.network)
      const opened = await ('email' in wish
        ? logInWithCode(parts, wish, visit)
        : logInWithPassword(parts, wish, visit))
      return signedIn(c, opened, visit)
    })
  for (const provider of PROVIDERS) {
    app.get(CALLS[`${provider}SignIn`].path, async (c) => {
      const config = providers[provider]
      if (!config) throw new NotFound()
      const query = parseQuery(c, CALLS[`${provider}SignIn`].query)
      const visit = visitOf(c)
      await limits.count('logInByAddress', visit.network)
      const profile = await askProvider(provider, config, site.url, query)
      const opened = await logInByProvider(db, provider, profile, visit)
      if (opened.isNew) return succeedPrivately(c, null, opened)
      return signedIn(c, opened, visit)
    })
  }
  return app
}
