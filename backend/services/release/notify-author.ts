import { and, desc, eq, ne, notInArray } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { accounts, type projects, releaseDeliveries } from '#backend/db/tables.ts'
import { RateLimitError } from '#backend/errors.ts'
import { releaseMessage } from '#backend/mail/messages.ts'
import type { Parts } from '#backend/parts.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { isComparison } from './compare.ts'
import type { DeliveryRow } from './deliveries.ts'

type Deps = Pick<Parts, 'db' | 'limits' | 'send' | 'failures' | 'log' | 'site'>
type Refused = { delivery: DeliveryRow; project: typeof projects.$inferSelect; reason: string }

/** Reasons that have a mail of their own, or that their author has caused. */
const ELSEWHERE = ['repository_replaced', 'repository_transferred', 'hidden', 'held']
/** A repository without a release is no news of a daily look. */
const NO_RELEASE = ['no_release', 'release_draft']

/**
 * Mails the author of a plugin about a release that was not published, in the language of their last sign-in: once per release and
 * reason, and at most five messages an hour. Nothing is sent about what the author has asked for on the settings page, where the reason
 * stands. Returns at once; a failure is only logged.
 */
export function notifyOfRefused(deps: Deps, refused: Refused): void {
  const { delivery, project, reason } = refused
  const { origin } = delivery
  if (origin === 'author' || origin === 'test' || ELSEWHERE.includes(reason)) return
  if (isComparison(delivery, project)) return
  if (origin === 'daily' && NO_RELEASE.includes(reason)) return
  sendMessage(deps, refused).catch((error: unknown) => {
    if (error instanceof RateLimitError) return
    reportFailure(deps, error, 'message about a release not sent', { project: project.id })
  })
}

async function sendMessage(
  { db, limits, send, site }: Deps,
  { delivery, project, reason }: Refused,
) {
  if (await isKnown(db, delivery, reason)) return
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, project.authorUid))
  if (!account?.email) return
  await limits.count('releaseNotices', project.authorUid)
  const { id, title } = project
  const locale = account.locale ?? 'en'
  await send(releaseMessage({ to: account.email, locale, site, id, title, tag: delivery.tag }))
}

/** Whether the delivery that was settled before had the same reason, of the same release where both name one. */
async function isKnown(
  db: Database,
  { id, projectId, tag }: DeliveryRow,
  reason: string,
): Promise<boolean> {
  const { origin, state, finishedAt } = releaseDeliveries
  const [before] = await db
    .select()
    .from(releaseDeliveries)
    .where(
      and(
        eq(releaseDeliveries.projectId, projectId),
        ne(releaseDeliveries.id, id),
        notInArray(state, ['waiting', 'unchanged', 'accepted']),
        ne(origin, 'test'),
      ),
    )
    .orderBy(desc(finishedAt))
    .limit(1)
  if (before?.reason !== reason) return false
  return tag === null || before.tag === null || before.tag === tag
}
