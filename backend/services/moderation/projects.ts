import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type CorrectProject,
  MODERATED_PAGE,
  type ModeratedProject,
  type moderatedProjectsQuerySchema,
  type ProjectDecision,
  type ProjectState,
} from '#lib/contract/admin/project.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { AuditEntry } from '#lib/contract/operator.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import { lockWithAuthor } from '#backend/db/find-project.ts'
import { authors, projects, reports } from '#backend/db/tables.ts'
import { displayOf, isHeld, isHidden, isPublic } from '#backend/db/visible.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import { recordAction } from '#backend/services/audit/record.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { moderateIn } from '#backend/services/operator/moderate.ts'
import { checkCategory } from '#backend/services/project/filters.ts'
import { normaliseTags } from '#backend/services/project/input.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { isMatch } from './bulk.ts'
import { refuseOwn } from './held.ts'

type Place = { kind: Kind; id: string }
type Row = Awaited<ReturnType<typeof selectModerated>>[number]

const IN_STATE: Record<ProjectState | 'all', SQL | undefined> = {
  all: undefined,
  public: and(isPublic, eq(projects.visibility, 'listed')),
  unlisted: and(isPublic, sql`${projects.visibility} <> 'listed'`),
  hidden: isHidden,
  held: isHeld,
}

const selectModerated = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      project: projects,
      author: authors.name,
      reports: sql<number>`(SELECT count(*)::int FROM ${reports} WHERE ${reports.projectId} = ${projects.id})`,
    })
    .from(projects)
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(condition)
    .orderBy(desc(projects.createdAt), desc(projects.id))
    .limit(MODERATED_PAGE + 1)

/** Projects of every state that a filter matches, the newest first. */
export async function listModerated(
  db: Database,
  actor: RoleHolder,
  { state, after, ...filter }: z.output<typeof moderatedProjectsQuerySchema>,
): Promise<{ items: ModeratedProject[]; next: string | null }> {
  const rows = await selectModerated(
    db,
    and(IN_STATE[state], isMatch(filter), after === undefined ? undefined : comesAfter(after)),
  )
  const items = rows.slice(0, MODERATED_PAGE).map((row) => toModerated(row, actor))
  return { items, next: rows.length > MODERATED_PAGE ? (items.at(-1)?.id ?? null) : null }
}

const comesAfter = (id: string): SQL => {
  const last = sql`(SELECT p.created_at, p.id FROM projects p WHERE p.id = ${id})`
  return sql`(${projects.createdAt}, ${projects.id}) < ${last}`
}

const isAt = ({ kind, id }: Place) => and(eq(projects.id, id), eq(projects.kind, kind))

/** A project of any state. @throws NotFoundError */
export async function readModerated(
  db: Database,
  actor: RoleHolder,
  place: Place,
): Promise<ModeratedProject> {
  const [row] = await selectModerated(db, isAt(place))
  if (!row) throw new NotFoundError()
  return toModerated(row, actor)
}

function toModerated(
  { project, author, reports: count }: Row,
  { uid }: RoleHolder,
): ModeratedProject {
  const { kind, id, title, language, tagline, category, tags, version, downloads } = project
  const { visibility, revision, createdAt, updatedAt } = project
  const display = displayOf(project)
  return {
    kind,
    id,
    title,
    language,
    tagline,
    category,
    tags,
    version,
    downloads,
    visibility,
    revision,
    author,
    reports: count,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    state: display === 'public' && visibility !== 'listed' ? 'unlisted' : display,
    is_own: uid !== null && project.authorUid === uid,
  }
}

/**
 * Hides or restores a project, or deletes one that is hidden.
 * @throws NotFoundError also if the action does not apply to it; DomainError `own_report`.
 */
export async function decideProject(
  deps: { db: Database; storage: Storage },
  actor: RoleHolder,
  { action, ...decision }: Place & { action: ProjectDecision; reason: string },
  now: Date,
) {
  const { entry, keys } = await deps.db.transaction(async (tx) => {
    const row = await lockWithAuthor(tx, isAt(decision))
    if (!row) throw new NotFoundError()
    await refuseOwn(tx, actor, decision.id)
    const onlyHidden = action === 'delete'
    return moderateIn(tx, actor, { ...decision, action, onlyHidden }, now)
  })
  for (const key of keys) await deps.storage.remove(key)
  return entry
}

/**
 * Corrects category, tags and visibility of a public project; an edit that its author has begun is merged as with another tab.
 * @returns the entry for the message to the author; null if nothing differs.
 * @throws NotFoundError; InvalidInputError for a category of another kind; DomainError `own_report`, or `stale` if it has changed since
 * `revision`.
 */
export async function correctProject(
  db: Database,
  actor: RoleHolder,
  { kind, id, reason, revision, ...given }: Place & CorrectProject,
  now: Date,
): Promise<(AuditEntry & { action: 'correct' }) | null> {
  checkCategory(kind, given.category)
  return db.transaction(async (tx) => {
    await refuseOwn(tx, actor, id)
    const row = await lockWithAuthor(tx, and(isAt({ kind, id }), isPublic))
    if (!row) throw new NotFoundError()
    const { project, author } = row
    if (project.revision !== revision) {
      throw new DomainError('stale', 'The project has changed since.')
    }
    const corrected = { ...given, tags: normaliseTags(given.tags) }
    const [before, after] = [valuesOf(project), valuesOf(corrected)]
    if (JSON.stringify(before) === JSON.stringify(after)) return null
    const details = { action: 'correct', kind, title: project.title, author, reason } as const
    await recordAction(tx, actor, { ...details, projectId: id, before, after }, now)
    await tx
      .update(projects)
      .set({ ...corrected, revision: sql`${projects.revision} + 1` })
      .where(eq(projects.id, id))
    await indexProject(tx, id)
    // Lists lose a project that is no longer listed: it is taken away there.
    const isSame = project.visibility === given.visibility
    const effect = isSame ? 'membership' : 'removal'
    const titles = isSame ? [] : [project.titleSkeletons]
    await recordChanges(tx, [project], { author, now, effect, titles })
    return { ...details, id, by: actor.name, at: now.toISOString() }
  })
}

const valuesOf = ({
  category,
  tags,
  visibility,
}: Pick<CorrectProject, 'category' | 'tags' | 'visibility'>) => ({
  category,
  tags: tags.join(', '),
  visibility,
})
