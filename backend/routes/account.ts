import type { Dependencies } from '#backend/dependencies.ts'
import { clientOf } from '#backend/http/client.ts'
import type { Handlers } from '#backend/http/router.ts'
import { checkFixed } from '#backend/http/parse.ts'
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '#backend/services/access-token/manage.ts'
import { changeAuthor, chooseName, getProfile } from '#backend/services/account/author.ts'
import { createExports } from '#backend/services/account/export.ts'
import { getAccountInfo } from '#backend/services/account/find.ts'
import { notify, notifyFormerAddress } from '#backend/services/account/notice.ts'
import { removeAccount } from '#backend/services/account/remove.ts'
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
import { recordEvent } from '#backend/services/session/security-events.ts'
import { listOwnProjects } from '#backend/services/project/own-projects.ts'
import { ownCounts } from '#backend/services/statistic/own.ts'
import { projectFigures } from '#backend/services/project/figures.ts'
import { bytesOf } from '#backend/services/upload/quota.ts'
import { sendPrivate } from './send-private.ts'

/** Calls of a signed-in account, among them those for its access tokens and its hidden projects. */
export function accountHandlers(deps: Dependencies) {
  const { db, storage, clock } = deps
  const exportAccount = createExports(db)
  return {
    accountInfo: ({ principal }) => getAccountInfo(db, principal.uid),
    exportAccount: ({ principal: { uid } }) => exportAccount({ uid, now: clock() }),
    ownCounts: ({ principal: { uid }, query: { kind } }) =>
      ownCounts(db, { uid, kind, now: clock() }),
    projectFigures: ({ principal: { uid }, params }) =>
      projectFigures(db, { uid, ...params, now: clock() }),
    ownProjects: async ({ principal: { uid }, query }) => ({
      ...(await listOwnProjects(db, { uid, now: clock() }, query)),
      storage: { used: await bytesOf(db, uid), quota: deps.accountQuota() },
    }),
    chooseName: ({ principal, body }) => chooseName(db, principal.uid, body.username),
    changeAuthor: async ({ principal: { uid }, body, fixed }) => {
      if (Object.keys(fixed).length > 0) checkFixed(fixed, await getProfile(db, uid))
      const profile = await changeAuthor(db, { uid, now: clock() }, body)
      // Its projects are indexed under the new name.
      deps.jobs.wake()
      return profile
    },
    deleteAccount: async ({ c, principal, body }) => {
      const now = clock()
      const { email, locale } = await removeAccount(deps, principal, body, now)
      const client = clientOf(c, deps)
      notifyFormerAddress(deps, c.get('log'), {
        ...client,
        event: 'account_deleted',
        to: email ?? '',
        locale: locale ?? client.locale,
        now,
      })
    },
    keepForm: ({ principal: { uid }, body }) => keepForm(db, { uid, now: clock() }, body),
    keptForms: async ({ principal: { uid } }) => ({ items: await listDrafts(db, uid, clock()) }),
    holdForm: ({ body: { uid, content } }) => holdForm(db, { uid, now: clock() }, content),
    keptForm: ({ principal: { uid }, params: { id } }) =>
      findKeptForm(db, { uid, id, now: clock() }),
    changeForm: ({ principal: { uid }, params: { id }, body, revision }) =>
      changeForm(db, { uid, id, now: clock(), expectedRevision: revision }, body),
    discardForm: ({ principal: { uid }, params: { id } }) => discardForm(db, { uid, id }),
    hiddenProjects: ({ principal: { uid }, query }) => listOwnHidden(db, uid, query),
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
      const event = { ...clientOf(c, deps), uid, now }
      await recordEvent(db, 'token_created', event)
      notify(deps, c.get('log'), { ...event, event: 'token_created' })
      return created
    },
    revokeToken: ({ principal: { uid }, query: { id } }) => revokeAccessToken(db, uid, id),
    projectLog: ({ principal: { uid }, params: { kind, id } }) =>
      readProjectLog(db, { uid, kind, id }),
  } satisfies Partial<Handlers>
}
