import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { reportFailure } from '#backend/report-failure.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { accounts } from '#backend/db/tables.ts'
import { RateLimitError } from '#backend/errors.ts'
import { type NoticeEvent, noticeMessage } from '#backend/mail/messages.ts'
import type { Agent } from '#backend/caller.ts'
import type { Parts } from '#backend/parts.ts'
import type { LimitRule } from '#backend/services/limit/limits.ts'

type Deps = Pick<Parts, 'db' | 'limits' | 'send' | 'failures' | 'site'>
type Notice = {
  uid: string
  event: keyof typeof RULES
  agent: Agent
  /** Fallback if the account has no language yet. */
  locale: Locale
  now: Date
}

/** Events of which an address gets to know that is no longer the account’s. */
type FormerEvent = 'account_deleted' | 'email_changed'

const RULES = {
  signed_in: 'signInNotices',
  password_changed: 'passwordNotices',
  token_created: 'tokenNotices',
  publisher_added: 'publisherNotices',
} as const satisfies Record<Exclude<NoticeEvent, FormerEvent>, LimitRule>

/**
 * Mails the owner of an account about an event that they may not have caused, in the language of
 * their last known browser; at most five messages of a type per hour. Returns at once; a failure is
 * only logged.
 */
export function notify(deps: Deps, log: Logger, notice: Notice): void {
  sendNotice(deps, notice).catch((err: unknown) => {
    if (err instanceof RateLimitError) return
    reportFailure({ failures: deps.failures, log }, err, 'notice not sent', { event: notice.event })
  })
}

async function sendNotice({ db, limits, send, site }: Deps, notice: Notice): Promise<void> {
  const { uid, event, agent, now } = notice
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid))
  if (!account?.email) return
  await limits.count(RULES[event], uid)
  const locale = account.locale ?? notice.locale
  await send(noticeMessage({ to: account.email, locale, event, agent, at: now, site }))
}

type Former = Omit<Notice, 'uid' | 'event'> & { to: string; event: FormerEvent }

/** Mails the former address of an account; nothing without one. As `notify`. */
export function notifyFormerAddress(
  { send, site, failures }: Pick<Deps, 'send' | 'site' | 'failures'>,
  log: Logger,
  { to, event, locale, agent, now }: Former,
): void {
  if (to === '') return
  send(noticeMessage({ to, locale, event, agent, at: now, site })).catch((err: unknown) => {
    reportFailure({ failures, log }, err, 'notice not sent', { event })
  })
}
