import type { OperatingSystem } from '#lib/contract/kind.ts'
import { type PackagePlatform, systemOf } from '#lib/contract/file/plugin-package.ts'

/**
 * The name of a platform: its operating system, and the architecture if it is for one only.
 * @param os the messages `os`.
 */
export function platformName(
  platform: PackagePlatform,
  os: (system: OperatingSystem) => string,
): string {
  const { system, architecture } = systemOf(platform)
  return architecture === null ? os(system) : `${os(system)} ${architecture}`
}
