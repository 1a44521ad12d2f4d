/* Without zod, which would weigh more in the browser than the rest of the page. */
const KINDS = ['icon', 'plugin', 'profile', 'flexpage']

/** The kind that a stored text names, or `null` for any other text. */
export function kindOfText(stored: string | null): string | null {
  return KINDS.find((kind) => kind === stored) ?? null
}
