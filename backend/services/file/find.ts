import { and, eq, exists, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type PackExportForm, packExportFormSchema } from '#lib/contract/file/pack-export.ts'
import type { Database } from '#backend/db/connect.ts'
import {
  colourVariants,
  files,
  formerPackages,
  pluginPackages,
  projects,
  versions,
} from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'

/**
 * A stored file, the project that currently offers it, and the version that has it, if any.
 * @throws NotFoundError also for a file that is pending, or hidden with its project.
 */
export async function findFile(db: Database, id: string) {
  const [row] = await db
    .select({
      file: files,
      project: { id: projects.id, kind: projects.kind },
      version: { id: versions.projectId, version: versions.version },
      package: { id: pluginPackages.projectId, version: pluginPackages.version },
    })
    .from(files)
    .leftJoin(pluginPackages, eq(pluginPackages.fileId, files.id))
    .leftJoin(versions, eq(versions.fileId, files.id))
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
  const { file, project } = row
  return { file, project, version: row.version ?? row.package }
}

/**
 * A published file with this SHA-256, or the uploaded one that it was made from: that of any version which is not waiting for its time, or of a package,
 * also of one that is no longer offered; or such a file in another colour, `#rrggbb`, or form.
 * @throws NotFoundError also for a file of hidden projects only; DomainError `discarded` for one in the trash.
 */
export async function findByHash(
  db: Database,
  sha256: string,
): Promise<{ id: string; isOriginal: boolean; colour?: string; form?: PackExportForm }> {
  const hasHash = or(eq(files.sha256, sha256), eq(files.originalSha256, sha256))
  const isOfVersion = exists(
    db
      .select()
      .from(versions)
      .where(and(eq(versions.fileId, files.id), isNull(versions.publishAt))),
  )
  const isPackage = exists(
    db.select().from(pluginPackages).where(eq(pluginPackages.fileId, files.id)),
  )
  const isFormer = exists(
    db.select().from(formerPackages).where(eq(formerPackages.fileId, files.id)),
  )
  const [row] = await db
    .select({ id: files.id, sha256: files.sha256 })
    .from(files)
    .where(
      and(
        hasHash,
        sql`${files.purpose} = 'project'`,
        eq(files.state, 'stored'),
        or(isOfVersion, isPackage, isFormer),
      ),
    )
    .orderBy(files.createdAt, files.id)
    .limit(1)
  if (row) return { id: row.id, isOriginal: row.sha256 !== sha256 }
  const variant = await findVariant(db, sha256)
  if (variant) return variant
  const isTrashed = and(hasHash, sql`${files.purpose} = 'project'`, isNotNull(files.trashedAt))
  if ((await db.$count(files, isTrashed)) === 0) throw new NotFoundError()
  throw discarded()
}

/** The published version that has a file or a package, of a project that everybody may see; the first one of several. */
export async function findVersionOf(db: Database, fileId: string) {
  const { id, kind } = projects
  const named = () =>
    db
      .select({ id, kind, version: versions.version })
      .from(versions)
      .innerJoin(projects, and(eq(id, versions.projectId), isPublic))
      .$dynamic()
  const isPackaged = and(
    eq(pluginPackages.projectId, versions.projectId),
    eq(pluginPackages.version, versions.version),
  )
  // Two statements, each by an index.
  const [own] = await named()
    .where(and(eq(versions.fileId, fileId), isNull(versions.publishAt)))
    .orderBy(versions.createdAt)
    .limit(1)
  if (own) return own
  const [packaged] = await named()
    .innerJoin(pluginPackages, isPackaged)
    .where(and(eq(pluginPackages.fileId, fileId), isNull(versions.publishAt)))
    .limit(1)
  return packaged
}

async function findVariant(db: Database, sha256: string) {
  const [row] = await db
    .select({ id: files.id, colour: colourVariants.colour, trashedAt: files.trashedAt })
    .from(colourVariants)
    .innerJoin(files, eq(files.id, colourVariants.fileId))
    .where(eq(colourVariants.sha256, sha256))
    .orderBy(sql`${files.trashedAt} NULLS FIRST`, files.createdAt, files.id)
    .limit(1)
  if (row?.trashedAt) throw discarded()
  if (!row) return undefined
  const [name = ''] = row.colour.split('.', 1)
  const form = packExportFormSchema.safeParse(name).data
  return { id: row.id, isOriginal: false, ...(form ? { form } : { colour: `#${name}` }) }
}

export const discarded = () =>
  new DomainError('discarded', 'The version that had this file was discarded.')
