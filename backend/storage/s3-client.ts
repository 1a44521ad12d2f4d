import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { DomainError, diskFull } from '#backend/errors.ts'
import { ObjectMissingError, StorageError } from './error.ts'
import type { S3Address } from './s3-address.ts'
import { type Patience, waitForStorage } from './s3-patience.ts'
import { failFast } from './s3-silence.ts'

type Limits = {
  /** To connect, and to begin an answer after all of a request, a part of 5 MB at most, has been sent, in ms. */
  connectMs: number
  answerMs: number
  /** Pause within a body after which the connection counts as lost, in ms. */
  idleMs: number
}
/** While a visitor waits: a request that timed out is not repeated (s3-silence.ts). */
const SERVING: Limits = { connectMs: 2_000, answerMs: 8_000, idleMs: 15_000 }
/** While no visitor waits: a failure that may pass is waited for. */
const patient = ({ answerMs }: Patience): Limits => ({
  connectMs: 10_000,
  answerMs,
  idleMs: answerMs,
})
/** Attempts in quick succession of a request that failed in a way that may pass. */
const ATTEMPTS = 3

/** A bucket and the prefix of all keys in it. */
export type Bucket = { client: S3Client; bucket: string; prefix: string }

/** @param patience for work that no visitor waits for. */
export function connectS3(
  { endpoint, credentials, region, bucket, prefix }: S3Address,
  patience?: Patience,
): Bucket {
  const { connectMs, answerMs, idleMs } = patience ? patient(patience) : SERVING
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
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
    },
  })
  if (patience) waitForStorage(client, patience)
  else failFast(client)
  return { client, bucket, prefix }
}

/** What a storage refused, without the request, which has a signature. */
export class S3Refusal extends Error {
  readonly code: string
  readonly status: number | undefined

  constructor({ name, message, $metadata }: S3ServiceException) {
    super(`${name} (${$metadata.httpStatusCode}): ${message}`)
    this.code = name
    this.status = $metadata.httpStatusCode
  }
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
  const cause = new S3Refusal(error)
  if (FULL.has(cause.code) || cause.status === 507) return diskFull(cause)
  return MISSING.has(cause.code) ? new ObjectMissingError(cause) : new StorageError(cause)
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
