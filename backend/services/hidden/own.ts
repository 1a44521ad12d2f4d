import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import { HIDDEN_LIMIT, type hiddenProjectsSchema } from '#lib/contract/account.ts'
import type { HiddenProjectPage } from '#lib/contract/hidden.ts'
import { nextPage } from '#lib/contract/account/own-page.ts'
import type { Database } from '#backend/db/connect.ts'
import { audit, projects } from '#backend/db/tables.ts'
import { HIDING } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { withReadme } from '#backend/services/project/readme.ts'
import { selectWithHidden, toProject } from '#backend/services/project/select.ts'
import { answersOf, isOwnHidden, type OwnHidden } from './answers.ts'
import { filesOf, findHiddenFile } from './files.ts'

/** A page of the hidden and held projects of an account, each with the latest reason; most recently hidden first. */
export async function listOwnHidden(
  db: Database,
  uid: string,
  { page }: { page: number },
): Promise<z.infer<typeof hiddenProjectsSchema>> {
  const { id, kind, title, language, hiddenAt, heldFor } = projects
  const rows = await db
    .selectDistinctOn([hiddenAt, id], {
      id,
      kind,
      title,
      language,
      hiddenAt,
      heldFor,
      reason: audit.reason,
    })
    .from(projects)
    .innerJoin(audit, and(eq(audit.projectId, id), inArray(audit.action, HIDING)))
    .where(and(eq(projects.authorUid, uid), isNotNull(hiddenAt)))
    .orderBy(desc(hiddenAt), id, desc(audit.id))
    .limit(HIDDEN_LIMIT + 1)
    .offset((page - 1) * HIDDEN_LIMIT)
  const shown = rows.slice(0, HIDDEN_LIMIT)
  const items = shown.map(({ hiddenAt: at, heldFor: hold, reason, ...row }) => ({
    ...row,
    ...toState(hold, reason),
    hidden_at: (at ?? new Date(0)).toISOString(),
  }))
  return { items, next: nextPage(page, rows.length > shown.length) }
}

/** What a held project equals is not the author's to know: the other one may be another account's. */
const toState = (hold: string | null, reason: string) =>
  hold === null ? { state: 'hidden' as const, reason } : { state: 'held' as const, reason: '' }

/** @throws NotFoundError also for another account's project and one that is not hidden. */
export async function readOwnHidden(db: Database, own: OwnHidden): Promise<HiddenProjectPage> {
  const found = await findOwnHidden(db, own)
  if (!found) throw new NotFoundError()
  return found
}

/** A hidden project of an account; `undefined` for another one. */
export async function findOwnHidden(
  db: Database,
  own: OwnHidden,
): Promise<HiddenProjectPage | undefined> {
  const [found] = await selectWithHidden(db).where(isOwnHidden(own))
  if (!found) return undefined
  const { project } = found
  const [entry] = await db
    .select({ reason: audit.reason })
    .from(audit)
    .where(and(eq(audit.projectId, project.id), inArray(audit.action, HIDING)))
    .orderBy(desc(audit.id))
    .limit(1)
  const answers = await answersOf(db, [project.id])
  return {
    ...toState(project.heldFor, entry?.reason ?? ''),
    hidden_at: (project.hiddenAt ?? new Date(0)).toISOString(),
    project: await withReadme(db, toProject(found)),
    files: await filesOf(db, project),
    answers: answers.get(project.id) ?? [],
  }
}

/** @throws as `readOwnHidden`; NotFoundError for a file that the project does not have. */
export async function findOwnFile(db: Database, { file, ...own }: OwnHidden & { file: string }) {
  const [project] = await db.select().from(projects).where(isOwnHidden(own))
  if (!project) throw new NotFoundError()
  return findHiddenFile(db, project, file)
}
