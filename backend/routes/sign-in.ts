import type { Context } from 'hono'
import { register } from '#backend/services/account/create.ts'
import type { Provider } from '#lib/contract/provider.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { NotFoundError } from '#backend/errors.ts'
import { clientOf } from '#backend/http/client.ts'
import type { CallRequest, Handlers } from '#backend/http/router.ts'
import type { Calls } from '#lib/contract/calls.ts'
import type { CodePurpose } from '#backend/mail/texts.ts'
import { findByEmail, findByLogin } from '#backend/services/account/find.ts'
import { logInByProvider } from '#backend/services/account/log-in-by-provider.ts'
import { logInWithCode, logInWithPassword, type Visit } from '#backend/services/account/log-in.ts'
import { notify } from '#backend/services/account/notice.ts'
import { getRequester } from '#backend/services/account/requester.ts'
import { admitCode } from '#backend/services/account/send-code.ts'
import { resetPassword } from '#backend/services/account/set-password.ts'
import { askProvider } from '#backend/services/provider/ask.ts'
import { endSessionOf } from '#backend/services/session/manage.ts'
import type { Opened } from '#backend/services/session/open.ts'
import { refreshToken } from '#backend/services/session/tokens.ts'
import { readSettings } from '#backend/services/setting/settings.ts'

/** Codes, registration, sign-in and sign-out. */
export function signInHandlers(deps: Dependencies) {
  const { db, clock, accessMs, providers, site } = deps
  const visitOf = (c: Context<AppEnv>): Visit => ({ ...clientOf(c, deps), now: clock(), accessMs })
  /** Hands out the session; the owner gets a notice when the browser is new. */
  const grant = (c: Context<AppEnv>, { uid, token, device }: Opened, visit: Visit) => {
    if (device !== undefined) notify(deps, c.get('log'), { ...visit, uid, event: 'signed_in' })
    return { token, device }
  }
  const sendCode = async (c: Context<AppEnv>, email: string, purpose: CodePurpose) => {
    const visit = visitOf(c)
    const account = await findByEmail(db, email)
    const requester = await getRequester(db, account?.uid, visit)
    const send = await admitCode(deps, { ...visit, email, typed: email, purpose, requester })
    await send()
  }
  const signInBy =
    (provider: Provider) =>
    async ({ c, query }: CallRequest<Calls[`${Provider}SignIn`]>) => {
      const config = providers[provider]
      if (!config) throw new NotFoundError()
      const settings = await readSettings(db, deps.overrides)
      if (settings[`provider.${provider}`] === 'off') throw new NotFoundError()
      const visit = visitOf(c)
      const profile = await askProvider(provider, config, site.url, query)
      const opened = await logInByProvider(deps, provider, profile, {
        ...visit,
        invitation: query.invitation,
      })
      return opened.isNew ? opened : grant(c, opened, visit)
    }
  return {
    verifyCode: ({ c, body }) => sendCode(c, body.data, 'enter'),
    verifyCodeForgotten: ({ c, body }) => sendCode(c, body.data, 'reset'),
    verifyCodeLogIn: async ({ c, body: { data: name } }) => {
      const visit = visitOf(c)
      const account = await findByLogin(db, name)
      const email = account?.email ?? null
      const requester = await getRequester(db, account?.uid, visit)
      const admitted = { ...visit, email, typed: name, purpose: 'log_in', requester } as const
      const send = await admitCode(deps, admitted)
      // Not awaited: the response time would show whether the account exists.
      send().catch((err: unknown) => c.get('log').warn({ err }, 'code not sent'))
    },
    register: ({ c, body }) => register(deps, body, visitOf(c)),
    logIn: async ({ c, body }) => {
      const visit = visitOf(c)
      const opened = await ('email' in body
        ? logInWithCode(deps, body, visit)
        : logInWithPassword(deps, body, visit))
      return grant(c, opened, visit)
    },
    googleSignIn: signInBy('google'),
    githubSignIn: signInBy('github'),
    discordSignIn: signInBy('discord'),
    resetPassword: async ({ c, body }) => {
      const client = { ...clientOf(c, deps), now: clock() }
      const { uid, device } = await resetPassword(deps, body, client)
      notify(deps, c.get('log'), { ...client, uid, event: 'password_changed' })
      return { device }
    },
    refreshToken: async ({ token }) => ({
      token: await refreshToken(db, token, { now: clock(), accessMs }),
    }),
    logOut: ({ token }) => endSessionOf(db, token, clock()),
  } satisfies Partial<Handlers>
}
