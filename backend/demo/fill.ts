import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { milestones, projects } from '#backend/db/schema.ts'
import { importProject } from '#backend/services/project/import.ts'
import type { Storage } from '#backend/storage/storage.ts'
import type { DemoRecipe } from './types.ts'

/** Reached when the last demo project is in: what is deleted afterwards stays deleted. */
const FILLED = 'demo-filled'

export type Progress = { done: number; total: number; what: string }
type Fill = {
  db: Database
  storage: Storage
  workers: Pool
  recipes: DemoRecipe[]
  onProgress: (progress: Progress) => void
  /** Stops between two projects; the next start goes on. */
  signal?: AbortSignal
}

/**
 * Fills an empty catalogue with the demo projects, and goes on where an earlier start was cut off.
 * A catalogue that holds anything else, or was full once, is left alone.
 */
export async function fillDemo({ recipes, onProgress, signal, ...parts }: Fill): Promise<void> {
  const { db } = parts
  if (!(await isDemoWanted(db))) return
  const rows = await db
    .select({ key: sql<string>`${projects.demoKey}` })
    .from(projects)
    .where(isNotNull(projects.demoKey))
  const filled = new Set(rows.map(({ key }) => key))
  const missing = recipes.filter(({ title }) => !filled.has(title))
  const total = recipes.length
  // A project is put in, with its drawings made safe in worker processes, while the next one is built.
  let importing: Promise<unknown> = Promise.resolve()
  for (const [at, recipe] of missing.entries()) {
    if (signal?.aborted) break
    onProgress({ done: total - missing.length + at, total, what: recipe.title })
    const project = await recipe.build()
    await importing
    importing = importProject(parts, project, recipe.title)
    // A failure is met at the next `await`.
    importing.catch(() => undefined)
  }
  await importing
  if (signal?.aborted) return
  if (missing.length > 0) onProgress({ done: total, total, what: '' })
  await noteDemoFilled(db)
}

/** No later start fills the catalogue again. */
export async function noteDemoFilled(db: Database): Promise<void> {
  await db.insert(milestones).values({ name: FILLED, reachedAt: new Date() }).onConflictDoNothing()
}

/** Whether the catalogue is empty or was cut off while it was filled. */
export async function isDemoWanted(db: Database): Promise<boolean> {
  const [reached] = await db.select().from(milestones).where(eq(milestones.name, FILLED))
  if (reached) return false
  const foreign = db.select({ id: projects.id }).from(projects).where(isNull(projects.demoKey))
  return (await foreign.limit(1)).length === 0
}
