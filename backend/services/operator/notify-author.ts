import { eq } from 'drizzle-orm'
import type { AuditEntry, OperatorAction } from '#lib/contract/operator.ts'
import { accounts, authors } from '#backend/db/tables.ts'
import { moderationMessage } from '#backend/mail/messages.ts'
import type { Parts } from '#backend/parts.ts'
import { reportFailure } from '#backend/report-failure.ts'

export type NotifyDeps = Pick<Parts, 'db' | 'send' | 'failures' | 'log' | 'site'>

/**
 * Mails the author of a project about the moderation and its reason, in the language of their last
 * sign-in. `isVersion`: only a version of it is concerned. Authors without an account or an address get no message. A failure is only logged: the
 * moderation is complete already.
 */
export async function notifyAuthor(
  deps: NotifyDeps,
  entry: AuditEntry & { action: OperatorAction | 'hold' | 'correct' },
  { isVersion }: { isVersion: boolean },
): Promise<void> {
  try {
    const [account] = await deps.db
      .select({ email: accounts.email, locale: accounts.locale })
      .from(accounts)
      .innerJoin(authors, eq(authors.uid, accounts.uid))
      .where(eq(authors.name, entry.author))
    if (!account?.email) return
    const { action, kind, id, title, reason } = entry
    const recipient = { to: account.email, locale: account.locale ?? 'en', site: deps.site }
    await deps.send(moderationMessage({ ...recipient, action, kind, id, title, reason, isVersion }))
  } catch (error) {
    reportFailure(deps, error, 'moderation message not sent', {
      project: entry.id,
      action: entry.action,
    })
  }
}
