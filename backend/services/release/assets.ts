import { PACKAGE_ENDING, PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { DomainError } from '#backend/errors.ts'
import type { GitHubRelease } from '#backend/services/plugin/releases.ts'

export type Asset = GitHubRelease['assets'][number] & { id: number }

/** The packages among the assets of a release. @throws DomainError `too_many_packages`. */
export function packagesOf({ assets }: GitHubRelease): Asset[] {
  const found = assets.flatMap((asset) =>
    asset.id !== undefined && asset.name.toLowerCase().endsWith(PACKAGE_ENDING)
      ? [{ ...asset, id: asset.id }]
      : [],
  )
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
