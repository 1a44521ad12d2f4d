import type { Dependencies } from '#backend/dependencies.ts'
import { clientOf } from '#backend/http/client.ts'
import type { Handlers } from '#backend/http/router.ts'
import { checkFixed } from '#backend/http/parse.ts'
import { notify } from '#backend/services/account/notice.ts'
import { createQueue } from '#backend/services/limit/queue.ts'
import { exchangeIdentity } from '#backend/services/publisher/exchange.ts'
import { createIssuerKeys } from '#backend/services/publisher/keys.ts'
import {
  addPublisher,
  changePublisher,
  listPublishers,
  removePublisher,
} from '#backend/services/publisher/manage.ts'
import { verifyIdentity } from '#backend/services/publisher/verify.ts'
import {
  readReleases,
  renewSecret,
  requestCheck,
  setDaily,
} from '#backend/services/release/manage.ts'
import { receiveNotice } from '#backend/services/release/notice.ts'
import { createOutcomes } from '#backend/services/release/outcomes.ts'

/**
 * Exchanges at a time, fewer than the database connections. Those of a repository lock its publisher: a build matrix
 * waits here, and not for the row, which may be locked for less than a second.
 */
const EXCHANGES = { atOnce: 4, waitingMax: 1024, ofPayer: { atOnce: 1, waitingMax: 256 } }

/** Trusted publishers with the exchange of their identity tokens, and releases of the repositories of plugins. */
export function publisherHandlers(deps: Dependencies) {
  const { db, clock, issuers, failures } = deps
  const audience = new URL(deps.site.url).host
  const exchanges = createQueue(EXCHANGES)
  const outcomes = createOutcomes(db, deps.noticeTimes)
  const keysOf = createIssuerKeys(() => failures.works('oidc'))
  return {
    exchangeToken: async ({ body: { token, publisher_id: publisherId } }) => {
      const now = clock()
      const verified = await verifyIdentity(token, { issuers, keysOf, audience, now })
      const repository = `${verified.issuer.url} ${verified.run.repositoryId}`
      return exchanges.run(() => exchangeIdentity(db, verified, { publisherId, now }), repository)
    },
    publishers: async ({ principal: { uid }, query: { project_id: projectId } }) => ({
      ...(await listPublishers(deps, { uid, projectId })),
      audience,
    }),
    addPublisher: async ({ c, principal: { uid }, body }) => {
      const now = clock()
      const added = await addPublisher(deps, { uid, now }, body)
      notify(deps, c.get('log'), { ...clientOf(c, deps), uid, event: 'publisher_added', now })
      return added
    },
    changePublisher: ({ principal: { uid }, body, fixed }) =>
      changePublisher(deps, { uid, ...body }, (before) => checkFixed(fixed, before)),
    removePublisher: ({ principal: { uid }, query: { id } }) => removePublisher(db, uid, id),
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
