/** Whether a version `x.x.x` comes after another: `1.10.0` after `1.9.0`. */
export function isHigher(version: string, before: string): boolean {
  const [a, b] = [version, before].map((text) => text.split('.').map(Number))
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}
