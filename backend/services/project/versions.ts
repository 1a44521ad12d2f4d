import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import type { versionsSchema } from '#lib/contract/publish.ts'
import type { Database } from '#backend/db/connect.ts'
import { files, projects, versions } from '#backend/db/schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import { fileUrl } from '#backend/services/file/url.ts'

/**
 * The versions of a project, the newest first, each with the file that it was. One that is withdrawn
 * names no file: programs that know nothing of withdrawing do not offer it either.
 * @throws NotFound
 */
export async function listVersions(
  db: Database,
  kind: Kind,
  id: string,
): Promise<z.infer<typeof versionsSchema>> {
  const rows = await db
    .select({ version: versions, file: files })
    .from(projects)
    .leftJoin(versions, eq(versions.projectId, projects.id))
    .leftJoin(files, eq(files.id, versions.fileId))
    .where(and(eq(projects.id, id), eq(projects.kind, kind), isNull(projects.hiddenAt)))
    // They only rise; two may come within a millisecond.
    .orderBy(sql`string_to_array(${versions.version}, '.')::integer[] DESC`)
  if (rows.length === 0) throw new NotFound()
  return {
    items: rows.flatMap(({ version, file }) =>
      version
        ? {
            version: version.version,
            created_at: version.createdAt.toISOString(),
            notes: version.notes,
            yanked_at: version.yankedAt?.toISOString() ?? null,
            yank_reason: version.yankReason,
            file:
              file && version.yankedAt === null
                ? { name: file.name, size: file.size, sha256: file.sha256, url: fileUrl(file) }
                : null,
          }
        : [],
    ),
  }
}
