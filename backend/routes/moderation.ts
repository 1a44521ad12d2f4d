import type { Context } from 'hono'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import type { accounts } from '#backend/db/tables.ts'
import type { Handlers } from '#backend/http/router.ts'
import { suspensionMessage } from '#backend/mail/report-messages.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { withNetworkHash } from '#backend/services/limit/account-networks.ts'
import { notifyAuthor } from '#backend/services/operator/notify-author.ts'
import { listAccounts, readAccount } from '#backend/services/moderation/accounts.ts'
import { listBulk, previewBulk, startBulk, undoBulk } from '#backend/services/moderation/bulk.ts'
import {
  correctProject,
  decideProject,
  listModerated,
  readModerated,
} from '#backend/services/moderation/projects.ts'
import {
  endAccountSessions,
  liftSuspension,
  suspendAccount,
} from '#backend/services/moderation/suspend.ts'

/** Accounts, projects, and actions on many projects. */
export function moderationHandlers(deps: Dependencies) {
  const { db, clock, internalSecret } = deps
  const hashed = <F extends { network?: string | undefined }>(filter: F) =>
    withNetworkHash(internalSecret, filter)
  const mail = mailerOf(deps)
  return {
    accounts: ({ query }) => listAccounts(db, hashed(query), clock()),
    moderatedAccount: ({ params: { username } }) => readAccount(db, username, clock()),
    suspendAccount: async ({ c, actor, params, body }) => {
      const account = await suspendAccount(db, actor, { ...params, ...body }, clock())
      deps.jobs.wake()
      mail(c, account, { event: 'suspended', reason: body.reason, until: body.until })
    },
    liftSuspension: async ({ c, actor, params, query }) => {
      const account = await liftSuspension(db, actor, { ...params, ...query }, clock())
      mail(c, account, { event: 'lifted', reason: query.reason, until: null })
    },
    endAccountSessions: ({ actor, params, query }) =>
      endAccountSessions(db, actor, { ...params, ...query }, clock()),
    moderatedProjects: ({ actor, query }) => listModerated(db, actor, hashed(query)),
    moderatedProject: ({ actor, params }) => readModerated(db, actor, params),
    decideProject: async ({ c, actor, params, body }) => {
      const entry = await decideProject(deps, actor, { ...params, ...body }, clock())
      await notifyAuthor({ ...deps, log: c.get('log') }, entry, { isVersion: false })
    },
    correctProject: async ({ c, actor, params, body }) => {
      const entry = await correctProject(db, actor, { ...params, ...body }, clock())
      if (entry) await notifyAuthor({ ...deps, log: c.get('log') }, entry, { isVersion: false })
      return readModerated(db, actor, params)
    },
    bulkPreview: ({ query }) => previewBulk(db, hashed(query)),
    bulkActions: async () => ({ items: await listBulk(db) }),
    startBulk: async ({ actor, body }) => {
      const started = await startBulk(db, actor, hashed(body), clock())
      deps.jobs.wake()
      return started
    },
    undoBulk: async ({ actor, params: { id } }) => {
      const undone = await undoBulk(db, actor, id, clock())
      deps.jobs.wake()
      return undone
    },
  } satisfies Partial<Handlers>
}

type About = Pick<Parameters<typeof suspensionMessage>[0], 'event' | 'reason' | 'until'>
type Account = Pick<typeof accounts.$inferSelect, 'email' | 'locale'>

/** Mails an account. Returns at once; a failure is only logged. */
const mailerOf =
  (deps: Dependencies) =>
  (c: Context<AppEnv>, { email, locale }: Account, about: About): void => {
    if (email === null) return
    const { site, failures } = deps
    deps
      .send(suspensionMessage({ to: email, locale: locale ?? 'en', site, ...about }))
      .catch((error: unknown) =>
        reportFailure(
          { failures, log: c.get('log') },
          error,
          'message about a suspension not sent',
        ),
      )
  }
