import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { type GitHubRelease, releaseAgain } from '#backend/services/plugin/releases.ts'
import { lockProject } from '#backend/services/project/lock.ts'
import { settlePackages } from '#backend/services/project/packages.ts'
import { readRow, toProject } from '#backend/services/project/select.ts'
import { storeVersionFacts } from '#backend/services/project/version.ts'

/**
 * Judges the packages of a published plugin again: those of its release by the files that it has now, and those that the site keeps. What
 * the release before has written knows no files.
 * @returns whether the release has other files than before.
 */
export async function renewRelease(
  db: Database,
  { id }: { id: string },
  found: GitHubRelease | null,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, id)
    if (project.hiddenAt !== null) return false
    const release = releaseAgain(project, found)
    const isNew = release !== null && !isDeepStrictEqual(release, project.release)
    if (isNew) await tx.update(projects).set({ release }).where(eq(projects.id, id))
    const isSettled = await settlePackages(tx, project)
    if (!isNew && !isSettled) return false
    await storeVersionFacts(tx, id)
    const shown = toProject(await readRow(tx, id))
    await recordChanges(tx, [shown], { author: shown.author.name, now })
    return isNew
  })
}
