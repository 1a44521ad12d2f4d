import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { DomainError, diskFull } from '#backend/errors.ts'
import { ObjectMissingError, StorageError } from './error.ts'
import type { S3Address } from './s3-address.ts'
import { failFast } from './s3-silence.ts'

/** To connect, and to begin an answer after all of a request, a part of 5 MB at most, has been sent, in ms. */
const CONNECT_MS = 2_000
const ANSWER_MS = 8_000
/** Pause within a body after which the connection counts as lost, in ms. */
const IDLE_MS = 15_000
/** Attempts of a request that failed in a way that may pass; one that timed out has no other (s3-silence.ts). */
const ATTEMPTS = 3

/** A bucket and the prefix of all keys in it. */
export type Bucket = { client: S3Client; bucket: string; prefix: string }

export function connectS3({ endpoint, credentials, region, bucket, prefix }: S3Address): Bucket {
  const client = new S3Client({
    region,
    ...(credentials && { credentials }),
    // Servers other than Amazon's rarely have a host name per bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Older servers refuse the checksums that newer clients add to every request.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
    },
  })
  failFast(client)
  return { client, bucket, prefix }
}

const MISSING = new Set(['NoSuchKey', 'NotFound', 'InvalidRange'])
const FULL = new Set([
  'InsufficientStorage',
  'QuotaExceeded',
  'XMinioStorageFull',
  'EntityTooLarge',
])

/**
 * Runs a request.
 * @throws ObjectMissingError if the object does not exist or ends before the range; DomainError `disk_full`;
 * StorageError for any other failure.
 */
export async function request<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    throw toStorageError(error)
  }
}

/** The error of a failed request, as `request` throws it. Errors of the backend itself are returned as they are. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  if (!(error instanceof S3ServiceException)) return new StorageError(error)
  const { name, message, $metadata } = error
  // The exception has the whole request, with its signature.
  const cause = new Error(`${name} (${$metadata.httpStatusCode}): ${message}`)
  if (FULL.has(name) || $metadata.httpStatusCode === 507) return diskFull(cause)
  return MISSING.has(name) ? new ObjectMissingError(cause) : new StorageError(cause)
}

/** `null` in place of a missing object. */
export async function orNull<T>(operation: () => Promise<T>): Promise<T | null> {
  try {
    return await request(operation)
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}
