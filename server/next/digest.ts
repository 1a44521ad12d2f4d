/*
 * Next writes the digest of an error into its response in place of the message, and keeps one that the error has. The app marks its
 * errors so, and the server around Next reads the marks.
 */

/** Digest of a failed call to the backend, with the status of the page. */
export const backendDigest = (code: number) => `BACKEND;${code}`
const BACKEND_DIGEST = /BACKEND;(50[234])/
const ACTION_DIGEST = 'ACTION;500'

/**
 * Marks an error thrown by a server action itself, as opposed to a request that matches no action.
 * Next's own errors, such as redirects, have another digest.
 */
export function markActionError(error: unknown): unknown {
  if (error instanceof Error && !('digest' in error))
    Object.assign(error, { digest: ACTION_DIGEST })
  return error
}

/** An `ApiError` of another module graph. */
export const isBackendFailure = (value: unknown) =>
  value instanceof Error && 'digest' in value && BACKEND_DIGEST.test(String(value.digest))

/**
 * What Next's response with status 500 is about. A response to a posted action that left no digest is about a malformed call: no
 * action ran.
 */
export function statusOfError(body: Buffer, isPost: boolean): number {
  const text = body.toString('utf8')
  const backendStatus = BACKEND_DIGEST.exec(text)?.[1]
  if (backendStatus !== undefined) return Number(backendStatus)
  return isPost && !text.includes(ACTION_DIGEST) ? 400 : 500
}
