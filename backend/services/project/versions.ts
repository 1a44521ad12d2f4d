import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import type { versionsSchema } from '#lib/contract/publish.ts'
import type { Database } from '#backend/db/connect.ts'
import { files, projects, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { toProjectFile } from '#backend/services/file/url.ts'
import { toPackages, versionPackages } from './packages.ts'
import { highestFirst } from './version.ts'

/**
 * The published versions of a project with their files, the highest first. A yanked version has no file, so that
 * clients that do not know yanking do not offer it either.
 * @throws NotFoundError
 */
export async function listVersions(
  db: Database,
  kind: Kind,
  id: string,
): Promise<z.infer<typeof versionsSchema>> {
  const rows = await db
    .select({
      version: versions,
      file: files,
      packages: versionPackages,
      status: projects.repositoryStatus,
    })
    .from(projects)
    .leftJoin(versions, and(eq(versions.projectId, projects.id), isNull(versions.publishAt)))
    .leftJoin(files, eq(files.id, versions.fileId))
    .where(and(eq(projects.id, id), eq(projects.kind, kind), isPublic))
  if (rows.length === 0) throw new NotFoundError()
  return {
    items: rows
      .flatMap(({ version, file, packages, status }) =>
        version
          ? {
              version: version.version,
              created_at: version.createdAt.toISOString(),
              notes: version.notes,
              channel: version.channel,
              yanked_at: version.yankedAt?.toISOString() ?? null,
              yank_reason: version.yankReason,
              file: file && version.yankedAt === null ? toProjectFile(file) : null,
              packages: version.yankedAt === null && status === null ? toPackages(packages) : null,
            }
          : [],
      )
      // Not by time: two versions may be published within a millisecond.
      .toSorted(highestFirst),
  }
}
