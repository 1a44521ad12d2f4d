import { and, count, eq, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { accountExportSchema } from '#lib/contract/account/export.ts'
import type { Database } from '#backend/db/connect.ts'
import { dailyCounts, files, pluginPackages, projects, versions } from '#backend/db/tables.ts'
import { uploadedSha256 } from '#backend/services/file/original.ts'
import { fileUrl } from '#backend/services/file/url.ts'

type Export = z.infer<typeof accountExportSchema>

/** Characters of notes: an answer has at most 4 MiB. */
const NOTES_MAX = 1024 * 1024
/** Rows of counts, about 40 bytes each. */
const COUNTS_MAX = 30_000

/** All versions of an account's projects, those of hidden projects and those that wait for their time included. */
export async function exportVersions(db: Database, uid: string): Promise<Export['versions']> {
  const isPackage = and(
    eq(pluginPackages.projectId, versions.projectId),
    eq(pluginPackages.version, versions.version),
  )
  const rows = await db
    .select({ version: versions, fileId: files.id, name: files.name, sha256: uploadedSha256 })
    .from(projects)
    .innerJoin(versions, eq(versions.projectId, projects.id))
    .leftJoin(pluginPackages, isPackage)
    .leftJoin(files, or(eq(files.id, versions.fileId), eq(files.id, pluginPackages.fileId)))
    .where(eq(projects.authorUid, uid))
    .orderBy(versions.projectId, versions.createdAt, versions.version)
  let left = NOTES_MAX
  const byVersion = Map.groupBy(rows, ({ version: { projectId, version } }) =>
    JSON.stringify([projectId, version]),
  )
  return [...byVersion.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { projectId, version, channel, notes, createdAt, ...times } = first.version
    left -= notes.length
    return {
      project_id: projectId,
      version,
      channel,
      notes: left < 0 ? null : notes,
      created_at: createdAt.toISOString(),
      publish_at: times.publishAt?.toISOString() ?? null,
      yanked_at: times.yankedAt?.toISOString() ?? null,
      yank_reason: times.yankReason,
      files: [first, ...others].flatMap(({ fileId: id, name, sha256 }) =>
        id === null || name === null ? [] : [{ url: fileUrl({ id, name }), sha256 }],
      ),
    }
  })
}

/** The counts of an account's projects by day, or by month where there are too many rows. */
export async function exportCounts(db: Database, uid: string): Promise<Export['counts']> {
  const isOwn = eq(projects.authorUid, uid)
  const [all] = await db
    .select({ rows: count() })
    .from(dailyCounts)
    .innerJoin(projects, eq(projects.id, dailyCounts.projectId))
    .where(isOwn)
  const isMany = (all?.rows ?? 0) > COUNTS_MAX
  const day = isMany
    ? sql<string>`date_trunc('month', ${dailyCounts.day})::date::text`
    : sql<string>`${dailyCounts.day}::text`
  const rows = await db
    .select({
      id: dailyCounts.projectId,
      day,
      event: dailyCounts.event,
      count: sql<number>`sum(${dailyCounts.count})::integer`,
    })
    .from(dailyCounts)
    .innerJoin(projects, eq(projects.id, dailyCounts.projectId))
    .where(isOwn)
    .groupBy(dailyCounts.projectId, day, dailyCounts.event)
    .orderBy(dailyCounts.projectId, day, dailyCounts.event)
  return rows.map((row) => [row.id, row.day, row.event, row.count])
}
