import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#backend/db/connect.ts'
import { accounts, type reports } from '#backend/db/tables.ts'
import { RateLimitError } from '#backend/errors.ts'
import { operatorMessage } from '#backend/mail/messages.ts'
import { reportMessage } from '#backend/mail/report-messages.ts'
import { reportFailure } from '#backend/report-failure.ts'
import type { RateLimits } from '#backend/services/limit/limits.ts'
import { notifyAuthor, type NotifyDeps } from '#backend/services/operator/notify-author.ts'
import { moderatorMails } from '#backend/services/setting/moderator-mails.ts'
import type { Overrides } from '#backend/services/setting/settings.ts'
import type { Decided } from './decide.ts'

/** Moderators that get a mail at most. */
export const MODERATORS_MAX = 20

type Deps = NotifyDeps & { limits: RateLimits; log: Logger; overrides: Overrides }
type Report = typeof reports.$inferSelect

/** Mails the moderators that a report came, or an answer, unless digest.ts does; the operator where there are none. Returns at once; a failure is only logged. */
export function notifyModerators(deps: Deps, report: Report, event: 'new' | 'answered'): void {
  sendToModerators(deps, report, event).catch((error: unknown) => {
    if (error instanceof RateLimitError) return
    reportFailure(deps, error, 'message about a report not sent', { report: report.number })
  })
}

async function sendToModerators(deps: Deps, report: Report, event: 'new' | 'answered') {
  if ((await moderatorMails(deps.db, deps.overrides)) !== 'at_once') return
  await deps.limits.count('reportNotices', 'site')
  const { site } = deps
  const moderators = await deps.db
    .select({ email: accounts.email, locale: accounts.locale })
    .from(accounts)
    .where(and(isNotNull(accounts.role), ne(accounts.uid, report.authorUid ?? '')))
    .limit(MODERATORS_MAX)
  const { number, title, reason } = report
  if (moderators.length === 0) {
    const lines = [
      `Report ${number} (${reason}) about “${title}”.`,
      'Read it: npm run admin -- reports. Or give an account the role: npm run admin -- invite.',
    ]
    return deps.send(operatorMessage({ site, subject: `Report ${number}`, lines }))
  }
  for (const { email, locale } of moderators) {
    if (email === null) continue
    await deps.send(reportMessage({ to: email, locale: locale ?? 'en', site, event, report }))
  }
}

/** Mails author and sender of a report what was decided, or asked. Returns at once; a failure is only logged. */
export function notifyOfDecision(deps: NotifyDeps, { report, moderated }: Decided): void {
  sendDecision(deps, { report, moderated }).catch((error: unknown) =>
    reportFailure(deps, error, 'message about a decision not sent', { report: report.number }),
  )
}

async function sendDecision(deps: NotifyDeps, { report, moderated }: Decided) {
  const { site } = deps
  if (moderated) await notifyAuthor(deps, moderated, { isVersion: false })
  if (report.state === 'asked' && report.asked === 'author') {
    const author = await addressOf(deps.db, report.authorUid)
    if (author) await deps.send(reportMessage({ ...author, site, event: 'author_asked', report }))
    return
  }
  if (report.state === 'open') return
  const account = await addressOf(deps.db, report.reporterUid)
  const to = report.email === '' ? account?.to : report.email
  if (to === undefined) return
  const event = report.state === 'asked' ? 'reporter_asked' : 'decided'
  await deps.send(reportMessage({ to, locale: report.locale, site, event, report }))
}

async function addressOf(db: Database, uid: string | null) {
  if (uid === null) return null
  const [account] = await db
    .select({ email: accounts.email, locale: accounts.locale })
    .from(accounts)
    .where(eq(accounts.uid, uid))
  return account?.email ? { to: account.email, locale: account.locale ?? ('en' as const) } : null
}
