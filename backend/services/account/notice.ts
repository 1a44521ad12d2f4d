import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { reportFailure } from '#backend/report-failure.ts'
import type { FaultLog } from '#lib/log/faults.ts'
import type { Locale } from '#lib/contract/locale.ts'
import type { Database } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/account-schema.ts'
import { TooMany } from '#backend/http/errors.ts'
import { noticeLetter } from '#backend/mail/notice.ts'
import type { Sender } from '#backend/mail/sender.ts'
import type { Agent } from '#backend/services/device/agent.ts'
import type { Limits } from '#backend/services/limit/limits.ts'

type Parts = {
  db: Database
  limits: Limits
  send: Sender
  faults: FaultLog
  site: { name: string; url: string }
}
type Notice = {
  uid: string
  about: 'signed_in' | 'password_changed'
  agent: Agent
  /** Where the account has no language of its own yet. */
  locale: Locale
  now: Date
}

const RULE_OF = { signed_in: 'signInNotices', password_changed: 'passwordNotices' } as const

/**
 * Mails the owner of an account about something that may not have been them, in the language of
 * their last known browser; five an hour of each sort. The caller does not wait, and a failure is
 * only logged.
 */
export function notify(parts: Parts, log: Logger, notice: Notice): void {
  tell(parts, notice).catch((err: unknown) => {
    if (err instanceof TooMany) return
    reportFailure({ faults: parts.faults, log }, err, 'notice not sent', { about: notice.about })
  })
}

async function tell({ db, limits, send, site }: Parts, notice: Notice): Promise<void> {
  const { uid, about, agent, now } = notice
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid))
  if (!account?.email) return
  await limits.count(RULE_OF[about], uid)
  const locale = account.locale ?? notice.locale
  await send(noticeLetter({ to: account.email, locale, about, agent, at: now, site }))
}
