import type { Context } from 'hono'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { clientOf } from '#backend/http/client.ts'
import type { Handlers } from '#backend/http/router.ts'
import { decideHeld, listHeldPublications } from '#backend/services/moderation/held.ts'
import { notifyAuthor } from '#backend/services/operator/notify-author.ts'
import { decideReport, undoReport } from '#backend/services/report/decide.ts'
import { notifyModerators, notifyOfDecision } from '#backend/services/report/notify.ts'
import { listReports, readReport } from '#backend/services/report/queue.ts'
import { receiveReport } from '#backend/services/report/receive.ts'
import {
  answerAsAuthor,
  answerByCode,
  listOwnReports,
  readByCode,
} from '#backend/services/report/view.ts'

/** Reports of visitors, answers, and decisions of moderators. */
export function reportHandlers(deps: Dependencies) {
  const { db, clock } = deps
  const logged = (c: Context<AppEnv>) => ({ ...deps, log: c.get('log') })
  return {
    report: async ({ c, body, identify }) => {
      const caller = await identify()
      const sender = { uid: caller?.uid, locale: clientOf(c, deps).locale }
      const { report, path } = await receiveReport(db, body, sender, clock())
      notifyModerators(logged(c), report, 'new')
      return { number: report.number, path }
    },
    reportStatus: ({ body: { code } }) => readByCode(db, code),
    answerByCode: async ({ c, body: { code, text } }) => {
      const report = await answerByCode(db, code, { text, now: clock() })
      notifyModerators(logged(c), report, 'answered')
    },
    ownReports: async ({ principal: { uid } }) => ({ items: await listOwnReports(db, uid) }),
    answerReport: async ({ c, principal: { uid }, params: { number }, body: { text } }) => {
      const report = await answerAsAuthor(db, { uid, number }, { text, now: clock() })
      notifyModerators(logged(c), report, 'answered')
    },
    reports: ({ query }) => listReports(db, query),
    moderatedReport: ({ actor, params: { number } }) => readReport(db, actor, number, clock()),
    decideReport: async ({ c, actor, params, body }) => {
      const decided = await decideReport(db, actor, { ...params, ...body }, clock())
      deps.jobs.wake()
      notifyOfDecision(logged(c), decided)
    },
    held: ({ actor }) => listHeldPublications(db, actor),
    decideHeld: async ({ c, actor, body }) => {
      const entry = await decideHeld(deps, actor, body, clock())
      await notifyAuthor(logged(c), entry, { isVersion: body.version !== undefined })
    },
    undoReport: async ({ c, actor, params, body }) => {
      const undone = await undoReport(db, actor, { ...params, ...body }, clock())
      notifyOfDecision(logged(c), undone)
    },
  } satisfies Partial<Handlers>
}
