import { eq, isNull } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { milestones, projects } from '#backend/db/tables.ts'

/** Reached when the last demo project is published. Demo projects deleted later stay deleted. */
const FILLED = 'demo-filled'

/** Keeps later starts from filling the catalogue again. */
export async function recordDemoFilled(db: Database): Promise<void> {
  await db.insert(milestones).values({ name: FILLED, reachedAt: new Date() }).onConflictDoNothing()
}

/** Whether the catalogue is empty, or filling it was interrupted. */
export async function isDemoWanted(db: Database): Promise<boolean> {
  const [reached] = await db.select().from(milestones).where(eq(milestones.name, FILLED))
  if (reached) return false
  const foreign = db.select({ id: projects.id }).from(projects).where(isNull(projects.demoKey))
  return (await foreign.limit(1)).length === 0
}
