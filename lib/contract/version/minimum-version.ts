/* The oldest version of the application, `x.x.x`. Without a library, since pages compare it in the browser. */

/** The numbers of a minimum version: `1.10.0` → `[1, 10, 0]`. PostgreSQL compares integer arrays alike. */
export function versionParts(version: string): number[] {
  return version.split('.').map(Number)
}

/** Whether a minimum version is higher than `other`: `1.10.0` is higher than `1.9.0`. */
export function isHigherMinimum(version: string, other: string): boolean {
  const [left, right] = [versionParts(version), versionParts(other)]
  const index = left.findIndex((part, at) => part !== right[at])
  return index !== -1 && (left[index] ?? 0) > (right[index] ?? 0)
}
