import type { Dependencies } from '#backend/dependencies.ts'
import { clientOf } from '#backend/http/client.ts'
import type { Handlers } from '#backend/http/router.ts'
import { checkFixed } from '#backend/http/unknown-fields.ts'
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

/**
 * Exchanges at a time, fewer than the database connections. Those of a repository lock its publisher: a build matrix
 * waits here, and not for the row, which may be locked for less than a second.
 */
const EXCHANGES = { atOnce: 4, waitingMax: 1024, ofShare: { atOnce: 1, waitingMax: 256 } }

/** Trusted publishers, and the exchange of their identity tokens. */
export function publisherHandlers(deps: Dependencies) {
  const { db, clock, issuers, failures } = deps
  const audience = new URL(deps.site.url).host
  const exchanges = createQueue(EXCHANGES)
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
  } satisfies Partial<Handlers>
}
