import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { StorageError } from './error.ts'

/** While the storage is silent, one request per this time is tried, in ms. */
const RETRY_MS = 1_000

/**
 * Whether a storage has stopped to answer: a request timed out, and nothing has answered since it began.
 * @param now elapsed time in ms.
 */
export function createSilence(now: () => number = () => performance.now()) {
  let answeredAt = -Infinity
  let retryAt: number | undefined
  return {
    /** Whether a request may be sent. While the storage is silent, the one that may is the attempt for all. */
    mayAsk(): boolean {
      if (retryAt === undefined) return true
      if (now() < retryAt) return false
      retryAt = now() + RETRY_MS
      return true
    },
    answered(): void {
      answeredAt = now()
      retryAt = undefined
    },
    /** @param began when the request that timed out was sent. */
    timedOut(began: number): void {
      if (answeredAt < began) retryAt = now() + RETRY_MS
    },
    now,
  }
}

/**
 * A request that timed out is not repeated, and while the storage is silent all but one request per second fail at once:
 * callers would wait for the timeout several times, and together hold every connection.
 */
export function failFast({ middlewareStack }: S3Client): void {
  const silence = createSilence()
  middlewareStack.add(
    (next) => async (args) => {
      if (!silence.mayAsk()) throw new StorageError(new Error('the storage does not answer'))
      const began = silence.now()
      try {
        const result = await next(args)
        silence.answered()
        return result
      } catch (error) {
        if (error instanceof S3ServiceException) silence.answered()
        if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
        silence.timedOut(began)
        // Without the error as its cause, which the client would recognise and try again.
        throw new StorageError(new Error(error.message))
      }
    },
    // For each attempt.
    { step: 'deserialize', name: 'failFast', priority: 'high' },
  )
}
