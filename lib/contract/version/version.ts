import compare from 'semver/functions/compare.js'

/**
 * Compares versions by semver 2.0.0, section 11, as `Array.prototype.sort` expects it: numbers as numbers, a pre-release below its
 * release. Zeros in front of a number, which versions of earlier releases of the site have, do not count.
 * @throws TypeError for what `versionSchema` refuses.
 */
export function compareVersions(a: string, b: string): number {
  return compare(a, b, true)
}

/** Whether `version` is higher than `other`: `1.10.0` is higher than `1.9.0` and than `1.10.0-rc.1`. */
export function isHigher(version: string, other: string): boolean {
  return compareVersions(version, other) > 0
}

/** Whether a version is a pre-release by its number, such as `2.0.0-beta.1`: it is never the stable version. */
export const isPrerelease = (version: string): boolean => version.includes('-')

/** The version that a pre-release leads to: `2.0.0` for `2.0.0-beta.1`. */
export const stableOf = (version: string): string => version.split('-', 1).join('')
