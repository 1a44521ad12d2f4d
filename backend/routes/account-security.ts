import type { Dependencies } from '#backend/dependencies.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import { clientOf } from '#backend/http/client.ts'
import type { Handlers } from '#backend/http/router.ts'
import { changeEmail } from '#backend/services/account/change-email.ts'
import { getAccountInfo } from '#backend/services/account/find.ts'
import { notify, notifyFormerAddress } from '#backend/services/account/notice.ts'
import { toSessionRequester } from '#backend/services/account/requester.ts'
import { admitCode } from '#backend/services/account/send-code.ts'
import { changePassword } from '#backend/services/account/set-password.ts'
import { endSession, endSessions, listSessions } from '#backend/services/session/manage.ts'
import { listEvents, recordEvent } from '#backend/services/session/security-events.ts'

/** Password, address and sessions of a signed-in account. */
export function accountSecurityHandlers(deps: Dependencies) {
  const { db, clock } = deps
  return {
    verifyCodeAccount: async ({ c, principal }) => {
      const { email } = await getAccountInfo(db, principal.uid)
      if (email === '') throw new DomainError('no_email', 'The account has no e-mail address.')
      const client = {
        ...clientOf(c, deps),
        requester: toSessionRequester(principal),
        now: clock(),
      }
      const send = await admitCode(deps, { ...client, email, typed: email, purpose: 'confirm' })
      await send()
    },
    emailCodes: async ({ c, principal, body }) => {
      const { email } = await getAccountInfo(db, principal.uid)
      const requester = toSessionRequester(principal)
      const client = { ...clientOf(c, deps), requester, now: clock() }
      const admit = (to: string, purpose: 'email' | 'confirm') =>
        admitCode(deps, { ...client, email: to, typed: to, purpose })
      const toNew = await admit(body.email, 'email')
      const toPresent = email === '' ? null : await admit(email, 'confirm')
      await toNew()
      await toPresent?.()
    },
    changeEmail: async ({ c, principal, body }) => {
      const client = { ...clientOf(c, deps), now: clock() }
      const { former, locale } = await changeEmail(deps, principal, body, client)
      notifyFormerAddress(deps, c.get('log'), {
        ...client,
        event: 'email_changed',
        to: former ?? '',
        locale: locale ?? client.locale,
      })
    },
    changePassword: async ({ c, principal, body }) => {
      const client = { ...clientOf(c, deps), now: clock() }
      await changePassword(deps, principal, body, client)
      const notice = { ...client, uid: principal.uid, event: 'password_changed' } as const
      notify(deps, c.get('log'), notice)
    },
    accountSessions: async ({ principal }) => ({
      items: await listSessions(db, principal, clock()),
    }),
    securityEvents: async ({ principal: { uid } }) => ({
      items: await listEvents(db, uid, clock()),
    }),
    endSessions: async ({ c, principal, query: { id, others } }) => {
      if ((id === undefined) === (others === undefined)) {
        throw new InvalidInputError('id, others: exactly one of them is required')
      }
      if (id === undefined) await endSessions(db, principal.uid, principal.sessionId)
      else await endSession(db, principal, id)
      const { uid } = principal
      await recordEvent(db, 'signed_out', { ...clientOf(c, deps), uid, now: clock() })
    },
  } satisfies Partial<Handlers>
}
