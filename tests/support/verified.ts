import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Project } from '#lib/contract/project.ts'
import { jobs, projects } from '#backend/db/tables.ts'
import type { TestBackend } from './backend.ts'
import { waitFor } from '#tests/support/wait.ts'

/** Makes the author of a project verified: it becomes a plugin whose repository is proved to be theirs. */
export const verify = (backend: TestBackend, { id }: Project) =>
  backend.db.update(projects).set({ kind: 'plugin', ownerProof: 'push' }).where(eq(projects.id, id))

/** Waits for the jobs: one that still runs would lock what the next test empties. */
export const untilIdle = (backend: TestBackend) =>
  waitFor(async () => expect(await backend.db.$count(jobs)).toBe(0))
