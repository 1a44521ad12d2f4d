/**
 * Marks an error that a server action itself threw, as opposed to a request that no action could be
 * called with. Next writes the mark into its answer, where the server around it reads it
 * (server/handler.ts); errors of Next's own, such as redirects, have another one.
 */
export function markFault(error: unknown): unknown {
  if (error instanceof Error && !('digest' in error)) Object.assign(error, { digest: 'ACTION;500' })
  return error
}
