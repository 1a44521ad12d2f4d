import { isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/schema.ts'
import { importProject } from '#backend/services/project/import.ts'
import type { Storage } from '#backend/storage/storage.ts'
import type { DemoRecipe } from './types.ts'

export type Progress = { done: number; total: number; what: string }
type Fill = {
  db: Database
  storage: Storage
  recipes: DemoRecipe[]
  onProgress: (progress: Progress) => void
}

/**
 * Fills an empty catalogue with the demo projects, and goes on where an earlier start was cut off.
 * A catalogue that holds anything else is left alone.
 */
export async function fillDemo({ db, storage, recipes, onProgress }: Fill): Promise<void> {
  const [foreign] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(isNull(projects.demoKey))
    .limit(1)
  if (foreign) return
  const rows = await db
    .select({ key: sql<string>`${projects.demoKey}` })
    .from(projects)
    .where(isNotNull(projects.demoKey))
  const filled = new Set(rows.map(({ key }) => key))
  const missing = recipes.filter(({ title }) => !filled.has(title))
  const total = recipes.length
  for (const [at, recipe] of missing.entries()) {
    onProgress({ done: total - missing.length + at, total, what: recipe.title })
    await importProject({ db, storage }, await recipe.build(), recipe.title)
  }
  if (missing.length > 0) onProgress({ done: total, total, what: '' })
}
