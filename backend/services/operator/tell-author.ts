import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { FaultLog } from '#lib/log/faults.ts'
import type { AuditEntry } from '#lib/contract/operator.ts'
import { accounts } from '#backend/db/account-schema.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors } from '#backend/db/schema.ts'
import { moderationLetter } from '#backend/mail/moderation.ts'
import type { Sender } from '#backend/mail/sender.ts'
import { reportFailure } from '#backend/report-failure.ts'

type Parts = {
  db: Database
  send: Sender
  faults: FaultLog
  log: Logger
  site: { name: string; url: string; supportEmail: string }
}

/**
 * Mails the author of a project what the operator did to it and why, in the language of their last
 * sign-in. Authors without an account or an address are not told; a failure is only logged, since what
 * was done is done.
 */
export async function tellAuthor(parts: Parts, entry: AuditEntry): Promise<void> {
  try {
    const [account] = await parts.db
      .select({ email: accounts.email, locale: accounts.locale })
      .from(accounts)
      .innerJoin(authors, eq(authors.uid, accounts.uid))
      .where(eq(authors.name, entry.author))
    if (!account?.email) return
    const { action, title, reason } = entry
    const about = { action, title, reason, site: parts.site }
    const to = { to: account.email, locale: account.locale ?? 'en' }
    await parts.send(moderationLetter({ ...to, ...about }))
  } catch (error) {
    reportFailure(parts, error, 'author not told', { project: entry.id, action: entry.action })
  }
}
