import { WorkerError } from '#lib/worker/error.ts'
import { diskFull, DomainError, isDiskFull } from '#backend/errors.ts'

/**
 * The storage failed to read or write an object: 503 for the caller, who may try again. It says nothing
 * about the contents of the object.
 */
export class StorageError extends DomainError {
  constructor(cause: unknown) {
    super('unavailable', 'The file storage is unavailable.', { subsystem: 'disk', cause })
    this.name = 'StorageError'
  }
}

/** The object does not exist or is shorter than recorded. */
export class ObjectMissingError extends StorageError {
  constructor(cause: unknown) {
    super(cause)
    this.name = 'ObjectMissingError'
  }
}

/** Whether there is no such file or folder. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/**
 * Runs an operation of the file system.
 * @throws ObjectMissingError if the file does not exist; DomainError `disk_full`; StorageError for any
 * other failure.
 */
export async function attempt<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    if (error instanceof DomainError) throw error
    if (isDiskFull(error)) throw diskFull(error)
    throw isMissing(error) ? new ObjectMissingError(error) : new StorageError(error)
  }
}

/** Restores the storage error that a task in a worker process threw; other errors are returned as is. */
export function fromWorker(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error
  if (error.code === 'disk_full') return diskFull(error)
  return error.code === 'unavailable' ? new StorageError(error) : error
}
