/**
 * The right spelling of a name that an address asks for: that of the backend's answer, `null` for
 * nobody. Where the backend does not say, only one's own name is known.
 */
export function rightName(
  said: { name: string } | null | undefined,
  asked: string,
  own: string,
): string | null {
  if (asked.toLowerCase() === own.toLowerCase()) return own
  return said === undefined ? asked : (said?.name ?? null)
}
