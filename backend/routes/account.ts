import type { Dependencies } from '#backend/dependencies.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import { clientOf } from '#backend/http/client.ts'
import type { Handlers } from '#backend/http/router.ts'
import { checkFixed } from '#backend/http/unknown-fields.ts'
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '#backend/services/access-token/manage.ts'
import { changeAuthor, chooseName, getProfile } from '#backend/services/account/author.ts'
import { exportAccount } from '#backend/services/account/export.ts'
import { getAccountInfo } from '#backend/services/account/find.ts'
import { notify } from '#backend/services/account/notice.ts'
import { removeAccount } from '#backend/services/account/remove.ts'
import { toSessionRequester } from '#backend/services/account/requester.ts'
import { admitCode } from '#backend/services/account/send-code.ts'
import { changePassword } from '#backend/services/account/set-password.ts'
import { addAnswer } from '#backend/services/hidden/answers.ts'
import { findOwnFile, listOwnHidden, readOwnHidden } from '#backend/services/hidden/own.ts'
import {
  changeForm,
  discardForm,
  findKeptForm,
  holdForm,
  keepForm,
  listDrafts,
} from '#backend/services/kept-form/keep.ts'
import { notifyOfAnswer } from '#backend/services/operator/notify-operator.ts'
import { readProjectLog } from '#backend/services/project-log/log.ts'
import { endSession, endSessions, listSessions } from '#backend/services/session/manage.ts'
import { listOwnProjects } from '#backend/services/project/own-projects.ts'
import { ownCounts } from '#backend/services/statistic/own.ts'
import { bytesOf } from '#backend/services/upload/quota.ts'
import { sendPrivate } from './send-private.ts'

/** Calls of a signed-in account, among them those for its access tokens and its hidden projects. */
export function accountHandlers(deps: Dependencies) {
  const { db, storage, clock } = deps
  return {
    accountInfo: ({ principal }) => getAccountInfo(db, principal.uid),
    exportAccount: ({ principal }) => exportAccount(db, principal.uid),
    ownCounts: ({ principal: { uid }, query: { kind } }) =>
      ownCounts(db, { uid, kind, now: clock() }),
    ownProjects: async ({ principal: { uid }, query }) => ({
      ...(await listOwnProjects(db, { uid, now: clock() }, query)),
      storage: { used: await bytesOf(db, uid), quota: deps.accountQuotaBytes },
    }),
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
    chooseName: ({ principal, body }) => chooseName(db, principal.uid, body.username),
    changePassword: async ({ c, principal, body }) => {
      const client = { ...clientOf(c, deps), now: clock() }
      await changePassword(deps, principal, body, client)
      const notice = { ...client, uid: principal.uid, event: 'password_changed' } as const
      notify(deps, c.get('log'), notice)
    },
    changeAuthor: async ({ principal: { uid }, body, fixed }) => {
      if (Object.keys(fixed).length > 0) checkFixed(fixed, await getProfile(db, uid))
      return changeAuthor(db, { uid, now: clock() }, body)
    },
    deleteAccount: ({ principal, body }) => removeAccount(deps, principal, body, clock()),
    keepForm: ({ principal: { uid }, body }) => keepForm(db, { uid, now: clock() }, body),
    keptForms: async ({ principal: { uid } }) => ({ items: await listDrafts(db, uid, clock()) }),
    holdForm: ({ body: { uid, content } }) => holdForm(db, { uid, now: clock() }, content),
    keptForm: ({ principal: { uid }, params: { id } }) =>
      findKeptForm(db, { uid, id, now: clock() }),
    changeForm: ({ principal: { uid }, params: { id }, body, revision }) =>
      changeForm(db, { uid, id, now: clock(), expectedRevision: revision }, body),
    discardForm: ({ principal: { uid }, params: { id } }) => discardForm(db, { uid, id }),
    accountSessions: async ({ principal }) => ({
      items: await listSessions(db, principal, clock()),
    }),
    endSessions: async ({ principal, query: { id, others } }) => {
      if ((id === undefined) === (others === undefined)) {
        throw new InvalidInputError('id, others: exactly one of them is required')
      }
      if (id === undefined) await endSessions(db, principal.uid, principal.sessionId)
      else await endSession(db, principal, id)
    },
    hiddenProjects: ({ principal: { uid } }) => listOwnHidden(db, uid),
    hiddenProject: ({ principal: { uid }, params }) => readOwnHidden(db, { uid, ...params }),
    hiddenFile: async ({ c, principal: { uid }, params }) =>
      sendPrivate(c, storage, await findOwnFile(db, { uid, ...params })),
    answerOperator: async ({ c, principal: { uid }, params, body: { text } }) => {
      const answered = await addAnswer(db, { uid, ...params }, { text, now: clock() })
      await notifyOfAnswer({ ...deps, log: c.get('log') }, answered)
    },
    accessTokens: async ({ principal: { uid } }) => ({ items: await listAccessTokens(db, uid) }),
    createToken: async ({ c, principal: { uid }, body }) => {
      const now = clock()
      const created = await createAccessToken(db, { uid, now }, body)
      notify(deps, c.get('log'), { ...clientOf(c, deps), uid, event: 'token_created', now })
      return created
    },
    revokeToken: ({ principal: { uid }, query: { id } }) => revokeAccessToken(db, uid, id),
    projectLog: ({ principal: { uid }, params: { kind, id } }) =>
      readProjectLog(db, { uid, kind, id }),
  } satisfies Partial<Handlers>
}
