import { and, asc, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { isOwnProject } from '#backend/db/find-project.ts'
import { keepFirst } from '#backend/db/keep-first.ts'
import { hiddenAnswers, projects } from '#backend/db/tables.ts'
import type { hiddenAnswerSchema } from '#lib/contract/hidden.ts'
import { ANSWERS_MAX } from '#lib/contract/hidden.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { NotFoundError } from '#backend/errors.ts'

/** A project of the account `uid` that is hidden or held. */
export type OwnHidden = { uid: string; kind: Kind; id: string }

export const isOwnHidden = (own: OwnHidden) => and(isOwnProject(own), isNotNull(projects.hiddenAt))

type Answer = z.infer<typeof hiddenAnswerSchema>
export type AnsweredProject = { id: string; kind: string; title: string; text: string }

/**
 * Stores what the author of a hidden project writes to the operator; the oldest answers beyond `ANSWERS_MAX` are deleted.
 * @throws NotFoundError also for another account's project and one that is not hidden.
 */
export async function addAnswer(
  db: Database,
  own: OwnHidden,
  { text, now }: { text: string; now: Date },
): Promise<AnsweredProject> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(projects).where(isOwnHidden(own)).for('update')
    if (!row) throw new NotFoundError()
    const { id: projectId, kind, title } = row
    await tx.insert(hiddenAnswers).values({ projectId, at: now, text })
    const isOfProject = eq(hiddenAnswers.projectId, projectId)
    const answers = { id: hiddenAnswers.id, where: isOfProject, order: [desc(hiddenAnswers.id)] }
    await keepFirst(tx, hiddenAnswers, { ...answers, max: ANSWERS_MAX })
    return { id: projectId, kind, title, text }
  })
}

/** The answers of projects, by the id of the project; oldest first. */
export async function answersOf(db: Database, ids: string[]): Promise<Map<string, Answer[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(hiddenAnswers)
    .where(inArray(hiddenAnswers.projectId, ids))
    .orderBy(asc(hiddenAnswers.id))
  const answers = Map.groupBy(rows, ({ projectId }) => projectId)
  return new Map(
    [...answers].map(([id, of]) => [
      id,
      of.map(({ at, text }) => ({ at: at.toISOString(), text })),
    ]),
  )
}
