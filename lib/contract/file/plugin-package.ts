import type { OperatingSystem } from '#lib/contract/kind.ts'

/* Without schemas, since browsers load it. */

/**
 * Platforms that a package of a plugin is made for, as the maker's tools write them in file names and manifests; in the order in which
 * packages are shown. `universal` runs on all of them.
 */
export const PACKAGE_PLATFORMS = [
  'universal',
  'win32',
  'win32-x64',
  'win32-arm64',
  'win32-ia32',
  'darwin',
  'darwin-arm64',
  'darwin-x64',
  'linux',
  'linux-x64',
  'linux-arm64',
] as const
export type PackagePlatform = (typeof PACKAGE_PLATFORMS)[number]

/** File ending of a package, with its dot. */
export const PACKAGE_ENDING = '.flexplugin'

const SYSTEM_OF = { win32: 'windows', darwin: 'macos', linux: 'linux', universal: 'all' } as const
type PackageSystem = (typeof SYSTEM_OF)[keyof typeof SYSTEM_OF] & OperatingSystem

/** Operating system and processor architecture of a platform; `null` for all architectures. */
export function systemOf(platform: PackagePlatform): {
  system: PackageSystem
  architecture: string | null
} {
  const [os, architecture = null] = platform.split('-')
  const known = os === 'win32' || os === 'darwin' || os === 'linux' ? os : 'universal'
  return { system: SYSTEM_OF[known], architecture }
}

/** `name.win32.flexplugin`, `name.darwin.arm64.flexplugin`, `name-1.0.0-win32-x64.flexplugin` */
const NAMED = /[._-](win32|darwin|linux)(?:[._-](x64|ia32|arm64|universal))?\.flexplugin$/i

/** The platform that the name of a package states; `null` if it states none. */
export function platformOfName(name: string): PackagePlatform | null {
  const [, os = '', architecture = ''] = NAMED.exec(name.toLowerCase()) ?? []
  return toPlatform(architecture === '' ? os : `${os}-${architecture}`)
}

/** `null` for a platform that is not known; `darwin-universal` is `darwin`. */
export function toPlatform(text: string): PackagePlatform | null {
  const plain = text.toLowerCase().replace(/-universal$/, '')
  return PACKAGE_PLATFORMS.find((platform) => platform === plain) ?? null
}
