import {
  judgePackages,
  NO_PLATFORM,
  productOf,
  type StatedFile,
} from '#lib/contract/file/package-systems.ts'
import {
  PACKAGE_ENDING,
  PACKAGE_PLATFORMS,
  type PackagePlatform,
} from '#lib/contract/file/plugin-package.ts'
import type { PackageSummary } from '#lib/contract/publish.ts'
import { DomainError } from '#backend/errors.ts'
import type { GitHubRelease } from '#backend/services/plugin/releases.ts'

export type Asset = GitHubRelease['assets'][number] & {
  id: number
  /** What it is for by the names of the release and its author; null: undecided. */
  platform: PackagePlatform | null
}
type OfProject = { repositoryUrl: string | null; packageSystems: StatedFile[] | null }

/**
 * The packages among the assets of a release, without those that its author offers to no system.
 * @throws DomainError `too_many_packages`.
 */
export function packagesOf(
  { assets }: GitHubRelease,
  { repositoryUrl, packageSystems: stated }: OfProject,
): Asset[] {
  const all = assets.filter(({ name }) => name.toLowerCase().endsWith(PACKAGE_ENDING))
  const names = all.map(({ name }) => name)
  const judged = judgePackages(names, { product: productOf(repositoryUrl), stated })
  const platforms = new Map(judged.map(({ name, platform }) => [name, platform]))
  const found = all.flatMap((asset) => {
    const platform = platforms.get(asset.name) ?? null
    return asset.id === undefined || platform === NO_PLATFORM
      ? []
      : [{ ...asset, id: asset.id, platform }]
  })
  if (found.length <= PACKAGE_PLATFORMS.length) return found
  const message = `The release has ${found.length} packages; ${PACKAGE_PLATFORMS.length} are allowed.`
  throw new DomainError('too_many_packages', message)
}

/** What identifies the bytes of an asset at GitHub. */
export const fingerprintOf = ({ id, name, size, updated_at, digest }: Asset): string =>
  JSON.stringify([id, name, size, updated_at, digest])

/** @throws DomainError `asset_changed` if other bytes were downloaded than GitHub states. */
export function checkStated({ name, size, digest }: Asset, got: { size: number; sha256: string }) {
  const isSame =
    (size === undefined || size === got.size) &&
    (!digest?.startsWith('sha256:') || digest === `sha256:${got.sha256}`)
  if (!isSame) throw assetChanged(name)
}

export const assetChanged = (name: string) =>
  new DomainError('asset_changed', `${name} was changed while it was read.`, { details: { name } })

/** Neither names nor contents say which system a package is for: it is not published until its author does. */
export class PlatformUndecidedError extends Error {}

/**
 * A package with the platform that it is for: what it contains counts before the names of the release, and before what its manifest leaves open.
 * @throws PlatformUndecidedError
 */
export function settlePlatform(summary: PackageSummary, { name, platform }: Asset): PackageSummary {
  if (summary.platform_from === 'contents') return summary
  if (platform !== null) return { ...summary, platform }
  throw new PlatformUndecidedError(name)
}
