import type { Dependencies } from '#backend/dependencies.ts'
import type { Handlers } from '#backend/http/router.ts'
import { sendPrivate } from './send-private.ts'
import { addAnswer } from '#backend/services/hidden/answers.ts'
import { notifyOfAnswer } from '#backend/services/operator/notify-operator.ts'
import { findOwnFile, listOwnHidden, readOwnHidden } from '#backend/services/hidden/own.ts'

/** What the author of a hidden project can do with it. */
export function hiddenHandlers(deps: Dependencies) {
  const { db, storage, clock } = deps
  return {
    hiddenProjects: ({ principal: { uid } }) => listOwnHidden(db, uid),
    hiddenProject: ({ principal: { uid }, params }) => readOwnHidden(db, { uid, ...params }),
    hiddenFile: async ({ c, principal: { uid }, params }) =>
      sendPrivate(c, storage, await findOwnFile(db, { uid, ...params })),
    answerOperator: async ({ c, principal: { uid }, params, body: { text } }) => {
      const answered = await addAnswer(db, { uid, ...params }, { text, now: clock() })
      await notifyOfAnswer({ ...deps, log: c.get('log') }, answered)
    },
  } satisfies Partial<Handlers>
}
