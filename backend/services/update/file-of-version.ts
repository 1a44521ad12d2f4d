import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { systemOf } from '#lib/contract/file/plugin-package.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { PluginPackage } from '#lib/contract/project.ts'
import type { fileQuerySchema } from '#lib/contract/version/version-file.ts'
import type { Database } from '#backend/db/connect.ts'
import { files, projects, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import { toPackages, versionPackages } from '#backend/services/project/packages.ts'
import { findTombstone } from '#backend/services/project/tombstones.ts'
import { discarded } from '#backend/services/file/find.ts'
import { fileUrl } from '#backend/services/file/url.ts'

type Wanted = z.infer<typeof fileQuerySchema>
type Place = { kind: Kind; id: string; version?: string }

/**
 * The path of the file of a published version, or of its package for a system: without a version that of the current one, which is stable
 * and not withdrawn. The file of a withdrawn version is found by its number.
 * @throws NotFoundError also where nothing is stored here; DomainError `discarded`, `system_needed`.
 */
export async function findFileOfVersion(
  db: Database,
  { kind, id, version }: Place,
  wanted: Wanted,
): Promise<{ version: string; url: string }> {
  const isOffered = and(
    eq(versions.version, projects.version),
    eq(versions.channel, 'stable'),
    isNull(versions.yankedAt),
  )
  const isWanted = version === undefined ? isOffered : eq(versions.version, version)
  const [row] = await db
    .select({
      version: versions.version,
      file: { id: files.id, name: files.name },
      packages: versionPackages,
      status: projects.repositoryStatus,
    })
    .from(projects)
    .innerJoin(versions, and(eq(versions.projectId, projects.id), isNull(versions.publishAt)))
    .leftJoin(files, eq(files.id, versions.fileId))
    .where(and(eq(projects.id, id), eq(projects.kind, kind), isPublic, isWanted))
  if (!row) return refuseMissing(db, { kind, id, ...(version !== undefined && { version }) })
  if (row.file) return { version: row.version, url: fileUrl(row.file) }
  const packages = row.status === null ? (toPackages(row.packages) ?? []) : []
  return { version: row.version, url: choosePackage(packages, wanted).file.url }
}

/** @throws DomainError `discarded` for a version that its author has discarded; else NotFoundError. */
async function refuseMissing(db: Database, { kind, id, version }: Place): Promise<never> {
  const isProject = and(eq(projects.id, id), eq(projects.kind, kind), isPublic)
  if (version === undefined || (await db.$count(projects, isProject)) === 0) {
    throw new NotFoundError()
  }
  if (await findTombstone(db, { projectId: id, version })) throw discarded()
  throw new NotFoundError()
}

/**
 * The package for a system: for its architecture, for all architectures, without a wanted one that for most processors, or the package
 * for all systems.
 */
function choosePackage(packages: PluginPackage[], wanted: Wanted): PluginPackage {
  if (packages.length === 0) throw new NotFoundError()
  const { system, architecture } = wanted
  const known = packages.map((one) => ({ one, ...systemOf(one.platform) }))
  const own = known.filter((entry) => entry.system === system)
  const chosen =
    own.find((entry) => entry.architecture === (architecture ?? null)) ??
    own.find((entry) => entry.architecture === null || architecture === undefined) ??
    known.find((entry) => entry.system === 'all')
  if (chosen) return chosen.one
  const systems = [...new Set(packages.map(({ platform }) => nameOf(platform)))].join(', ')
  const asked = [system, architecture].filter((part) => part !== undefined).join(' ')
  const message =
    system === undefined
      ? `Name a system, such as ?system=windows: this version has packages for ${systems}.`
      : `This version has no package for ${asked}, but for ${systems}.`
  throw new DomainError('system_needed', message, { details: { systems }, fields: ['system'] })
}

/** `windows`, or `windows x64`. */
function nameOf(platform: PluginPackage['platform']): string {
  const { system, architecture } = systemOf(platform)
  return architecture === null ? system : `${system} ${architecture}`
}
