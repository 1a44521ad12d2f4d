import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { uploadedSha256 } from '#backend/services/file/original.ts'
import type { HeldEntry, HiddenEntry, TrashedFile } from '#lib/contract/operator.ts'
import type { Database } from '#backend/db/connect.ts'
import {
  audit,
  authors,
  discardedVersions,
  files,
  hiddenDeletions,
  projects,
  versions,
} from '#backend/db/tables.ts'
import { answersOf } from '#backend/services/hidden/answers.ts'
import { keptUntil } from '#backend/services/hidden/kept.ts'
import { HIDING, isHeld, isHidden } from '#backend/db/visible.ts'
import { titleOf } from '#backend/services/project/hold.ts'
import { toEntry } from './moderate.ts'

/** Hidden projects, most recently hidden first, then those that their authors have deleted since. */
export async function listHidden(db: Database): Promise<HiddenEntry[]> {
  const rows = await db
    .selectDistinctOn([projects.hiddenAt, projects.id], {
      entry: audit,
      kind: projects.kind,
      id: projects.id,
    })
    .from(projects)
    .innerJoin(audit, and(eq(audit.projectId, projects.id), inArray(audit.action, HIDING)))
    .where(isHidden)
    .orderBy(desc(projects.hiddenAt), projects.id, desc(audit.id))
  const answers = await answersOf(
    db,
    rows.map(({ id }) => id),
  )
  const kept = await db
    .selectDistinctOn([hiddenDeletions.deletedAt, hiddenDeletions.id], {
      deletedAt: hiddenDeletions.deletedAt,
      entry: audit,
      kind: hiddenDeletions.kind,
      id: hiddenDeletions.id,
    })
    .from(hiddenDeletions)
    .innerJoin(audit, and(eq(audit.projectId, hiddenDeletions.id), inArray(audit.action, HIDING)))
    .orderBy(desc(hiddenDeletions.deletedAt), hiddenDeletions.id, desc(audit.id))
  return [
    ...rows.map(({ entry, kind, id }) => ({
      ...toEntry(entry, { kind, id }),
      answers: answers.get(id) ?? [],
      kept_until: null,
    })),
    ...kept.map(({ entry, kind, id, deletedAt }) => ({
      ...toEntry(entry, { kind, id }),
      answers: [],
      kept_until: keptUntil(deletedAt).toISOString(),
    })),
  ]
}

/** Projects and versions that wait for the operator, the oldest first. */
export async function listHeld(db: Database): Promise<HeldEntry[]> {
  const { id, kind, title, hiddenAt } = projects
  const project = { id, kind, title, author: authors.name }
  const whole = await db
    .select({ ...project, heldFor: projects.heldFor, at: hiddenAt })
    .from(projects)
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(isHeld)
  const parts = await db
    .select({
      ...project,
      heldFor: versions.heldFor,
      at: versions.createdAt,
      version: versions.version,
    })
    .from(versions)
    .innerJoin(projects, eq(projects.id, versions.projectId))
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(isNotNull(versions.heldFor))
  const all = [...whole.map((row) => ({ ...row, version: null })), ...parts]
  const answers = await answersOf(
    db,
    all.map((row) => row.id),
  )
  return all
    .map(({ heldFor, at, ...row }) => ({
      ...row,
      title: titleOf(row.title, row.version ?? undefined),
      at: (at ?? new Date(0)).toISOString(),
      held_for: heldFor ?? '',
      answers: answers.get(row.id) ?? [],
    }))
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id))
}

/** Maximum number of files that are listed. */
const TRASHED_MAX = 500

/** Files in the trash with their versions, the last ones first. */
export async function listTrashed(db: Database): Promise<TrashedFile[]> {
  const { key, name, trashedAt } = files
  const sha256 = uploadedSha256
  const { projectId: project, version } = discardedVersions
  const rows = await db
    .selectDistinctOn([trashedAt, files.id], { key, name, sha256, trashedAt, project, version })
    .from(files)
    .leftJoin(discardedVersions, sql`${sha256} = ANY(${discardedVersions.hashes})`)
    .where(isNotNull(trashedAt))
    .orderBy(desc(trashedAt), files.id)
    .limit(TRASHED_MAX)
  return rows.flatMap(({ trashedAt: at, ...row }) =>
    at ? [{ ...row, trashed_at: at.toISOString() }] : [],
  )
}
