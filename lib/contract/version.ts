/** The numbers of a version: `1.10.0` → `[1, 10, 0]`. PostgreSQL compares integer arrays alike. */
export function versionParts(version: string): number[] {
  return version.split('.').map(Number)
}

/** Compares versions `x.y.z` numerically, part by part, as `Array.prototype.sort` expects it. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionParts(a), versionParts(b)]
  const index = left.findIndex((part, at) => part !== right[at])
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}

/** Whether `version` is higher than `other`: `1.10.0` is higher than `1.9.0`. */
export function isHigher(version: string, other: string): boolean {
  return compareVersions(version, other) > 0
}
