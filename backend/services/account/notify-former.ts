import { and, eq, inArray, isNull } from 'drizzle-orm'
import { accounts, formerPackages, projects } from '#backend/db/tables.ts'
import { formerPackagesMessage } from '#backend/mail/messages.ts'
import type { Parts } from '#backend/parts.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { FORMER_DAYS } from '#backend/services/project/former-packages.ts'

type Deps = Pick<Parts, 'db' | 'send' | 'failures' | 'log' | 'site'>

/**
 * Mails each author whose packages are no longer offered, once, in the language of their last sign-in. Of several backends one sends it.
 * A message that cannot be sent is tried again in the next round.
 */
export async function notifyFormerAuthors(deps: Deps, now: Date): Promise<void> {
  const { db } = deps
  const waiting = await db
    .selectDistinct({ uid: formerPackages.uid })
    .from(formerPackages)
    .where(isNull(formerPackages.notifiedAt))
  for (const { uid } of waiting) {
    const claimed = await db
      .update(formerPackages)
      .set({ notifiedAt: now })
      .where(and(eq(formerPackages.uid, uid), isNull(formerPackages.notifiedAt)))
      .returning({ id: formerPackages.id, projectId: formerPackages.projectId })
    if (claimed.length === 0) continue
    try {
      await sendMessage(deps, uid, [...new Set(claimed.map(({ projectId }) => projectId))])
    } catch (error) {
      reportFailure(deps, error, 'message about former packages not sent')
      const ids = claimed.map(({ id }) => id)
      await db
        .update(formerPackages)
        .set({ notifiedAt: null })
        .where(inArray(formerPackages.id, ids))
    }
  }
}

async function sendMessage({ db, send, site }: Deps, uid: string, projectIds: string[]) {
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid))
  if (!account?.email) return
  const plugins = await db
    .select({ id: projects.id, title: projects.title })
    .from(projects)
    .where(inArray(projects.id, projectIds))
  const locale = account.locale ?? 'en'
  await send(formerPackagesMessage({ to: account.email, locale, plugins, days: FORMER_DAYS, site }))
}
