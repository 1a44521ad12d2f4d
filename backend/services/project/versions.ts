import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import { nextPage } from '#lib/contract/account/own-page.ts'
import { VERSIONS_LIMIT, type versionsSchema } from '#lib/contract/publish.ts'
import type { Database } from '#backend/db/connect.ts'
import { files, projects, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { needsOf } from '#backend/services/fitting/settle-fitting.ts'
import { toProjectFile } from '#backend/services/file/url.ts'
import { toPackages, versionPackages } from './packages.ts'
import { highestFirst } from './version.ts'

type Query = { page: number }

/**
 * A page of the published versions of a project with their files, the highest first. A yanked version has no file, so that
 * clients that do not know yanking do not offer it either.
 * @throws NotFoundError
 */
export async function listVersions(
  db: Database,
  { kind, id }: { kind: Kind; id: string },
  { page }: Query,
): Promise<z.infer<typeof versionsSchema>> {
  const isPublished = and(eq(versions.projectId, projects.id), isNull(versions.publishAt))
  const isProject = and(eq(projects.id, id), eq(projects.kind, kind), isPublic)
  const numbers = await db
    .select({ version: versions.version })
    .from(projects)
    .leftJoin(versions, isPublished)
    .where(isProject)
  if (numbers.length === 0) throw new NotFoundError()
  // Not by time: two versions may be published within a millisecond.
  const sorted = numbers.flatMap(({ version }) => version ?? []).map((version) => ({ version }))
  const shown = sorted
    .toSorted(highestFirst)
    .slice((page - 1) * VERSIONS_LIMIT, page * VERSIONS_LIMIT)
    .map(({ version }) => version)
  const rows = await db
    .select({
      version: versions,
      file: files,
      packages: versionPackages,
      status: projects.repositoryStatus,
      needs: {
        operatingSystems: projects.operatingSystems,
        minimumVersion: projects.minimumVersion,
      },
    })
    .from(projects)
    .innerJoin(versions, isPublished)
    .leftJoin(files, eq(files.id, versions.fileId))
    .where(and(isProject, inArray(versions.version, shown)))
  return {
    items: rows
      .map(({ version, file, packages, status, needs }) => ({
        ...needsOf(version, needs),
        created_at: version.createdAt.toISOString(),
        notes: version.notes,
        channel: version.channel,
        yanked_at: version.yankedAt?.toISOString() ?? null,
        yank_reason: version.yankReason,
        file: file && version.yankedAt === null ? toProjectFile(file) : null,
        packages: version.yankedAt === null && status === null ? toPackages(packages) : null,
      }))
      .toSorted(highestFirst),
    next: nextPage(page, sorted.length > page * VERSIONS_LIMIT),
  }
}
