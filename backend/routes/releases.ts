import type { Dependencies } from '#backend/dependencies.ts'
import type { Handlers } from '#backend/http/router.ts'
import {
  readReleases,
  renewSecret,
  requestCheck,
  setDaily,
} from '#backend/services/release/manage.ts'
import { receiveNotice } from '#backend/services/release/notice.ts'
import { createOutcomes } from '#backend/services/release/outcomes.ts'

/** Releases of the repositories of plugins. */
export function releaseHandlers(deps: Dependencies) {
  const { db, clock } = deps
  const outcomes = createOutcomes(db, deps.noticeTimes)
  return {
    receiveNotice: async ({ c, body }) => ({
      delivery: await receiveNotice(
        { ...deps, outcomes },
        {
          body,
          raw: await c.req.text(),
          signature: c.req.header('x-hub-signature-256'),
          now: clock(),
          gone: c.req.raw.signal,
        },
      ),
    }),
    releases: ({ principal: { uid }, params: { id } }) => readReleases(db, { uid, id }),
    changeReleases: ({ principal: { uid }, params: { id }, body }) =>
      setDaily(db, { uid, id }, body.is_daily),
    newReleaseSecret: ({ principal: { uid }, params: { id } }) =>
      renewSecret(db, { uid, id }, clock()),
    checkRelease: ({ principal: { uid }, params: { id }, body }) =>
      requestCheck(deps, { uid, id }, { isTest: body.is_test, now: clock() }),
  } satisfies Partial<Handlers>
}
