/**
 * Marks an error thrown by a server action itself, as opposed to a request that matches no action.
 * Next writes the digest into its response, where the server around it reads it
 * (server/handler.ts). Next's own errors, such as redirects, have another digest.
 */
export function markActionError(error: unknown): unknown {
  if (error instanceof Error && !('digest' in error)) Object.assign(error, { digest: 'ACTION;500' })
  return error
}
