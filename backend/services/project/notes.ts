import { eq } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { isVersion } from '#backend/db/find-project.ts'
import { projects, versions } from '#backend/db/tables.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { type Actor, recordInLog } from '#backend/services/project-log/log.ts'
import { readProject } from './select.ts'

type Place = { projectId: string; version: string }
type Corrected = Place & { notes: string | undefined }

/**
 * Corrects the notes of a version in a project that the transaction has locked; `undefined` leaves them. A correction of a published
 * version is in the log. The caller records the change.
 * @returns whether they are others than before.
 */
export async function correctNotes(
  tx: Transaction,
  actor: Actor,
  { notes, ...place }: Corrected,
): Promise<boolean> {
  if (notes === undefined) return false
  const [before] = await tx.select().from(versions).where(isVersion(place))
  if (!before || before.notes === notes) return false
  await tx.update(versions).set({ notes }).where(isVersion(place))
  if (before.publishAt === null) await recordInLog(tx, actor, { ...place, event: 'notes' })
  return true
}

/**
 * Takes over the text of a release. The last change counts: a correction at the site stays until the release has another text than when it
 * was read last.
 * @param text of the release, as notes.
 */
export async function syncNotes(
  tx: Transaction,
  actor: Actor,
  { text, ...place }: Place & { text: string },
): Promise<void> {
  const isOfProject = eq(projects.id, place.projectId)
  await tx.select({ id: projects.id }).from(projects).where(isOfProject).for('update')
  const [before] = await tx.select().from(versions).where(isVersion(place))
  if (!before || before.releaseNotes === text) return
  await tx.update(versions).set({ releaseNotes: text }).where(isVersion(place))
  // Of a version from before the text was stored, only missing notes are taken.
  if (before.releaseNotes === null && before.notes !== '') return
  if (!(await correctNotes(tx, actor, { ...place, notes: text }))) return
  const project = await readProject(tx, place.projectId)
  await recordChanges(tx, [project], {
    author: project.author.name,
    now: actor.now,
    effect: 'content',
  })
}
