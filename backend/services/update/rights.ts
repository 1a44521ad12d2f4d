import type { PluginManifestFacts } from '#lib/contract/file/plugin-manifest.ts'
import type { Rights } from '#lib/contract/update/update.ts'

type Manifest = Pick<
  PluginManifestFacts,
  'generation' | 'permissions' | 'requires_network' | 'native'
>

/**
 * What a version of a plugin may do that another one may not. `null` where a manifest is missing or does not say: the first
 * generation has no permissions, its plugins may do what the application can do.
 */
export function addedRights(
  before: Manifest | null | undefined,
  after: Manifest | null | undefined,
): Rights | null {
  if (!before || !after || after.permissions === null) return null
  // From the first generation to the second nothing is added.
  const known = new Set(before.permissions ?? after.permissions)
  return {
    permissions: after.permissions.filter((name) => !known.has(name)),
    network: before.requires_network === false && after.requires_network === true,
    native: before.native === false && after.native === true,
  }
}
