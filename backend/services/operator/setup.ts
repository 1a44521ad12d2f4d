import { eq } from 'drizzle-orm'
import type { SiteSetup } from '#lib/contract/admin/setup.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import { accounts, milestones } from '#backend/db/tables.ts'
import { requireRole } from '#backend/services/audit/actor.ts'
import { readDemo } from './demo-job.ts'

/** Reached when an administrator finishes the setup, or dismisses it. */
const SET_UP = 'set-up'

/** Whether the setup is neither finished nor dismissed. */
export async function isSetupOpen(db: Database): Promise<boolean> {
  return (await db.$count(milestones, eq(milestones.name, SET_UP))) === 0
}

export async function endSetup(db: Database, actor: RoleHolder, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await requireRole(tx, actor)
    await tx.insert(milestones).values({ name: SET_UP, reachedAt: now }).onConflictDoNothing()
  })
}

/** What the setup shows to an administrator. */
export async function readSetup(
  db: Database,
  { uid }: Pick<RoleHolder, 'uid'>,
): Promise<SiteSetup> {
  const [account] = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.uid, uid ?? ''))
  const [isOpen, demo] = await Promise.all([isSetupOpen(db), readDemo(db)])
  return { is_open: isOpen, email: account?.email ?? '', demo }
}
