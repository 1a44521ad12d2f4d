import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { accountExportSchema } from '#lib/contract/account/export.ts'
import type { Database } from '#backend/db/connect.ts'
import { readInChunks } from '#backend/db/read-in-chunks.ts'
import { dailyCounts, files, projects, versions } from '#backend/db/tables.ts'
import { uploadedSha256 } from '#backend/services/file/original.ts'
import { fileUrl } from '#backend/services/file/url.ts'
import { toPackages, versionPackages } from '#backend/services/project/packages.ts'

type Export = z.infer<typeof accountExportSchema>
type Version = NonNullable<Export['versions']>[number]
type Count = NonNullable<Export['counts']>[number]

/** Versions in memory at a time: each has notes of up to `NOTES_MAX` characters. */
const VERSIONS = 200
const COUNTS = 5000

/** All versions of an account's projects, those of hidden projects and those that wait for their time included. */
export async function* exportVersions(db: Database, uid: string): AsyncGenerator<Version> {
  const { projectId, version, channel, notes, createdAt } = versions
  const { publishAt, yankedAt, yankReason } = versions
  const of = { projectId, version, channel, notes, createdAt, publishAt, yankedAt, yankReason }
  const rows = readInChunks(VERSIONS, (after?: { projectId: string; version: string }) =>
    db
      .select({
        ...of,
        fileId: files.id,
        name: files.name,
        sha256: uploadedSha256,
        packages: versionPackages,
      })
      .from(projects)
      .innerJoin(versions, eq(projectId, projects.id))
      .leftJoin(files, eq(files.id, versions.fileId))
      .where(
        and(
          eq(projects.authorUid, uid),
          after && sql`(${projectId}, ${version}) > (${after.projectId}, ${after.version})`,
        ),
      )
      .orderBy(asc(projectId), asc(version))
      .limit(VERSIONS),
  )
  for await (const { fileId: id, name, sha256, packages, ...row } of rows) {
    const own = id === null || name === null ? [] : [{ url: fileUrl({ id, name }), sha256 }]
    const ofPackages = toPackages(packages) ?? []
    yield {
      project_id: row.projectId,
      version: row.version,
      channel: row.channel,
      notes: row.notes,
      created_at: row.createdAt.toISOString(),
      publish_at: row.publishAt?.toISOString() ?? null,
      yanked_at: row.yankedAt?.toISOString() ?? null,
      yank_reason: row.yankReason,
      files: [
        ...own,
        ...ofPackages.map(({ file: { url, sha256: hash } }) => ({ url, sha256: hash })),
      ],
    }
  }
}

/** The counts of an account's projects by day. */
export async function* exportCounts(db: Database, uid: string): AsyncGenerator<Count> {
  const { projectId, day, event, count } = dailyCounts
  const key = sql`(${projectId}, ${day}, ${event})`
  const rows = readInChunks(COUNTS, (after?: typeof dailyCounts.$inferSelect) =>
    db
      .select({ projectId, day, event, count })
      .from(dailyCounts)
      .innerJoin(projects, eq(projects.id, projectId))
      .where(
        and(
          eq(projects.authorUid, uid),
          after && sql`${key} > (${after.projectId}, ${after.day}::date, ${after.event})`,
        ),
      )
      .orderBy(asc(projectId), asc(day), asc(event))
      .limit(COUNTS),
  )
  for await (const row of rows) yield [row.projectId, row.day, row.event, row.count]
}
