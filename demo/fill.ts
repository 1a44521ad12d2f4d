import { isNotNull, sql } from 'drizzle-orm'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { isDemoWanted, recordDemoFilled } from '#backend/services/project/demo-milestone.ts'
import { importProject } from '#backend/services/project/import.ts'
import type { Storage } from '#backend/storage/storage.ts'
import type { DemoRecipe } from './types.ts'

export type FillProgress = { done: number; total: number; what: string }
type Fill = {
  db: Database
  storage: Storage
  workers: Pool
  recipes: DemoRecipe[]
  onProgress: (progress: FillProgress) => void
  /** Stops between two projects; the next start continues. */
  signal?: AbortSignal
}

/** Projects that are built at a time: one would leave half of two processors idle. */
const BUILDS = 2

/** Begins to build a project. Its failure is thrown where the project is awaited. */
function begin({ build }: DemoRecipe) {
  const building = build()
  building.catch(() => undefined)
  return building
}

/**
 * Fills an empty catalogue with the demo projects, or continues after an interruption. A catalogue
 * with other projects, or one that was filled before, stays unchanged.
 */
export async function fillDemo({ recipes, onProgress, signal, ...deps }: Fill): Promise<void> {
  const { db } = deps
  if (!(await isDemoWanted(db))) return
  const rows = await db
    .select({ key: sql<string>`${projects.demoKey}` })
    .from(projects)
    .where(isNotNull(projects.demoKey))
  const filled = new Set(rows.map(({ key }) => key))
  const missing = recipes.filter(({ title }) => !filled.has(title))
  const total = recipes.length
  // A project is imported, its drawings sanitised in worker processes, while the next ones are built.
  const builds = missing.slice(0, BUILDS).map(begin)
  let importing: Promise<unknown> = Promise.resolve()
  for (const [at, recipe] of missing.entries()) {
    if (signal?.aborted) break
    onProgress({ done: total - missing.length + at, total, what: recipe.title })
    const project = await (builds.shift() ?? begin(recipe))
    const next = missing[at + BUILDS]
    if (next) builds.push(begin(next))
    await importing
    importing = importProject(deps, project, recipe.title)
    // The next `await` throws the failure.
    importing.catch(() => undefined)
  }
  await importing
  if (signal?.aborted) return
  if (missing.length > 0) onProgress({ done: total, total, what: '' })
  await recordDemoFilled(db)
}
