/** `1.10.0` → `[1, 10, 0]`, which PostgreSQL compares part by part. */
export function versionParts(version: string): number[] {
  return version.split('.').map(Number)
}

/** Whether a version comes after another. */
export function isHigher(version: string, before: string): boolean {
  const [a, b] = [versionParts(version), versionParts(before)]
  const at = a.findIndex((part, index) => part !== b[index])
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
}
