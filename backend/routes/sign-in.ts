import { type Context, Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import { PROVIDERS } from '#lib/contract/provider.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { succeedPrivately } from '#backend/http/envelope.ts'
import { HttpError, NotFound } from '#backend/http/errors.ts'
import { localeOf } from '#backend/http/locale.ts'
import { parseBody, parseQuery } from '#backend/http/parse.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import type { Purpose } from '#backend/services/account/code.ts'
import { logInByProvider } from '#backend/services/account/log-in-by-provider.ts'
import { logInWithCode, logInWithPassword } from '#backend/services/account/log-in.ts'
import { register } from '#backend/services/account/register.ts'
import { sendCode } from '#backend/services/account/send-code.ts'
import { askProvider } from '#backend/services/provider/ask.ts'

/** The ways in: codes, registering, signing in, each with its limits. */
export function signInRoutes(parts: Parts) {
  const { db, clock, limits, accessMs, internalSecret, providers, site } = parts
  const when = () => ({ now: clock(), accessMs })
  const addressOf = (c: Context<AppEnv>) => visitorOf(c, internalSecret).address
  const codeCall = (purpose: Purpose) => async (c: Context<AppEnv>) => {
    const { data: email } = await parseBody(c, CALLS.verifyCode.body)
    await limits.count('codesByAddress', addressOf(c))
    const row = `${purpose} ${email}`
    await limits.count('codesInARow', row)
    await limits.count('codesByEmail', email)
    try {
      await sendCode(parts, { email, purpose, locale: localeOf(c), now: clock() })
    } catch (error) {
      // Nothing was sent: there is nothing to wait for.
      await limits.forget('codesInARow', row)
      throw error
    }
    return succeedPrivately(c, null)
  }
  const app = new Hono<AppEnv>()
    .post(CALLS.verifyCode.path, codeCall('enter'))
    .post(CALLS.verifyCodeForgotten.path, codeCall('reset'))
    .post(CALLS.register.path, async (c) => {
      const wish = await parseBody(c, CALLS.register.body)
      await limits.count('registerByAddress', addressOf(c))
      return succeedPrivately(c, null, await register(db, wish, when()))
    })
    .post(CALLS.logIn.path, async (c) => {
      const wish = await parseBody(c, CALLS.logIn.body)
      const name = 'code' in wish ? wish.email : wish.account
      await limits.count('logInByAddress', addressOf(c))
      await limits.check('logInByAccount', name)
      try {
        const token = await ('code' in wish
          ? logInWithCode(db, wish, when())
          : logInWithPassword(db, wish, when()))
        await limits.forget('logInByAccount', name)
        return succeedPrivately(c, null, token)
      } catch (error) {
        if (error instanceof HttpError) await limits.count('logInByAccount', name)
        throw error
      }
    })
  for (const provider of PROVIDERS) {
    app.get(CALLS[`${provider}SignIn`].path, async (c) => {
      const config = providers[provider]
      if (!config) throw new NotFound()
      const query = parseQuery(c, CALLS[`${provider}SignIn`].query)
      await limits.count('logInByAddress', addressOf(c))
      const profile = await askProvider(provider, config, site.url, query)
      return succeedPrivately(c, null, await logInByProvider(db, provider, profile, when()))
    })
  }
  return app
}
