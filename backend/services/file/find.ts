import { and, eq, exists, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { pluginPackages } from '#backend/db/plugin-schema.ts'
import { files, projects, versions } from '#backend/db/schema.ts'
import { NotFoundError } from '#backend/errors.ts'

/**
 * A stored file, and the project that currently offers it, if any.
 * @throws NotFoundError also for a file that is pending, or hidden with its project.
 */
export async function findFile(db: Database, id: string) {
  const [row] = await db
    .select({ file: files, project: { id: projects.id, kind: projects.kind } })
    .from(files)
    .leftJoin(pluginPackages, eq(pluginPackages.fileId, files.id))
    .leftJoin(
      projects,
      or(
        eq(projects.fileId, files.id),
        and(
          eq(projects.id, pluginPackages.projectId),
          eq(projects.version, pluginPackages.version),
        ),
      ),
    )
    .where(and(eq(files.id, id), eq(files.state, 'stored')))
    .limit(1)
  if (!row) throw new NotFoundError()
  return row
}

/**
 * The id of a published file with this SHA-256: that of any version which is not waiting for its time, or of a package.
 * @throws NotFoundError also for a file of hidden projects only.
 */
export async function findByHash(db: Database, sha256: string): Promise<string> {
  const isOfVersion = exists(
    db
      .select()
      .from(versions)
      .where(and(eq(versions.fileId, files.id), isNull(versions.publishAt))),
  )
  const isPackage = exists(
    db.select().from(pluginPackages).where(eq(pluginPackages.fileId, files.id)),
  )
  const [row] = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.sha256, sha256),
        sql`${files.purpose} = 'project'`,
        eq(files.state, 'stored'),
        or(isOfVersion, isPackage),
      ),
    )
    .orderBy(files.createdAt, files.id)
    .limit(1)
  if (!row) throw new NotFoundError()
  return row.id
}
