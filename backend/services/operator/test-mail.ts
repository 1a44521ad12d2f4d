import { eq } from 'drizzle-orm'
import { MAIL_ANSWER_MAX, type MailTest } from '#lib/contract/admin/setup.ts'
import type { RoleHolder } from '#backend/caller.ts'
import { accounts } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { testMessage } from '#backend/mail/messages.ts'
import type { Parts } from '#backend/parts.ts'

type Deps = Pick<Parts, 'db' | 'send' | 'site'>

/** Sends a message to the address of an administrator. @throws DomainError `no_email` without an address. */
export async function testMail(
  { db, send, site }: Deps,
  { uid }: Pick<RoleHolder, 'uid'>,
): Promise<MailTest> {
  const [account] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.uid, uid ?? ''))
  const to = account?.email
  if (!to) throw new DomainError('no_email', 'The account has no e-mail address.')
  try {
    const answer = await send(testMessage({ to, locale: account.locale ?? 'en', site }))
    return { to, is_sent: true, answer: (answer ?? '').slice(0, MAIL_ANSWER_MAX) }
  } catch (error) {
    return { to, is_sent: false, answer: causeOf(error).slice(0, MAIL_ANSWER_MAX) }
  }
}

/** What the mail server, the network or the disk said; the address of the server has its password, and is not part of it. */
const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
