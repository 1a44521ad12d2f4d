import { and, eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { isVersion } from '#backend/db/find-project.ts'
import { pluginPackages, type projects, versions } from '#backend/db/tables.ts'
import type { PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import type { Channel } from '#lib/contract/visibility.ts'
import { DomainError } from '#backend/errors.ts'
import { findTombstone } from '#backend/services/project/tombstones.ts'
import { blockingVersion } from '#backend/services/project/version.ts'
import type { Asset } from './assets.ts'

type Project = Pick<typeof projects.$inferSelect, 'id' | 'version'>
export type NewRelease = { version: string; channel: Channel; assets: Asset[] }
/** What a release adds to a project. */
export type News = {
  isNewVersion: boolean
  /** Whether a pre-release has become a release. */
  isPromotion: boolean
  /** The packages that the version lacks. */
  assets: Asset[]
}

/**
 * What a release adds: a version, packages of builds that ended after its version was published, or its promotion. A withdrawn version gets
 * nothing, a discarded one neither. `null` if it adds nothing.
 */
export async function newsOf(
  db: Database,
  { id, version: current }: Project,
  { version, channel, assets }: NewRelease,
): Promise<News | null> {
  const place = { projectId: id, version }
  const [row] = await db.select().from(versions).where(isVersion(place))
  if (!row) {
    if (await findTombstone(db, place)) return null
    const blocking = await blockingVersion(db, id, { version, current, channel })
    return blocking === undefined ? { isNewVersion: true, isPromotion: false, assets } : null
  }
  if (row.yankedAt !== null) return null
  const isPromotion = row.channel === 'prerelease' && channel === 'stable' && row.publishAt === null
  const missing = await missingPackages(db, { id, version }, assets)
  if (!isPromotion && missing.length === 0) return null
  return { isNewVersion: false, isPromotion, assets: missing }
}

async function missingPackages(db: Database, { id, version }: Project, assets: Asset[]) {
  const kept = await db
    .select({ platform: pluginPackages.platform })
    .from(pluginPackages)
    .where(and(eq(pluginPackages.projectId, id), eq(pluginPackages.version, version)))
  const platforms = new Set<PackagePlatform>(kept.map(({ platform }) => platform))
  return assets.filter(({ platform }) =>
    // Of one that is undecided by its name, only its contents may say what it is for.
    platform === null ? platforms.size === 0 : !platforms.has(platform),
  )
}

/** Whether a release failed because it, or a higher one, has been published or discarded meanwhile. */
export async function isOutrun(
  db: Database,
  error: unknown,
  { project, release }: { project: Project; release: NewRelease },
): Promise<boolean> {
  const isConflict =
    error instanceof DomainError &&
    ['version_not_higher', 'version_discarded', 'package_mismatch'].includes(error.code)
  return isConflict && (await newsOf(db, project, release)) === null
}
