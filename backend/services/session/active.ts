import { and, eq, gt, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { accounts } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'

type Suspension = Pick<typeof accounts.$inferSelect, 'suspendedAt' | 'suspendedUntil'>

/** Whether an account is suspended now. */
export const isSuspended = ({ suspendedAt, suspendedUntil }: Suspension, now: Date): boolean =>
  suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now)

/** The same as a condition. */
export const isSuspendedAt = (now: Date): SQL | undefined =>
  and(
    isNotNull(accounts.suspendedAt),
    or(isNull(accounts.suspendedUntil), gt(accounts.suspendedUntil, now)),
  )

export const suspendedError = () =>
  new DomainError('suspended', 'The account is suspended. An e-mail has the reason.')

/** Whether an account is not suspended, and will not be until the transaction ends. Authors without an account never are. */
export async function isActive(tx: Transaction, uid: string, now: Date): Promise<boolean> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.uid, uid)).for('share')
  return !account || !isSuspended(account, now)
}

/** @throws DomainError `suspended` for an account that is not active. */
export async function requireActive(tx: Transaction, uid: string, now: Date): Promise<void> {
  if (!(await isActive(tx, uid, now))) throw suspendedError()
}
