/** `1.10.0` → `[1, 10, 0]`, which PostgreSQL compares part by part. */
export function versionParts(version: string): number[] {
  return version.split('.').map(Number)
}
