/**
 * Canonical spelling of a user name in an address: that of the backend's answer, `null` if there is no such account.
 * If the backend does not say, only the visitor's own name is known.
 */
export function canonicalName(
  answer: { name: string } | null | undefined,
  requested: string,
  own: string,
): string | null {
  if (requested.toLowerCase() === own.toLowerCase()) return own
  return answer === undefined ? requested : (answer?.name ?? null)
}
