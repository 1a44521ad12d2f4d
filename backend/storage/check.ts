import type { SubsystemState } from '#lib/contract/health.ts'
import type { FailureLog } from '#lib/log/failures.ts'
import { createProbe } from '#lib/log/probe.ts'
import { DomainError } from '#backend/errors.ts'
import type { Storage } from './storage.ts'

/** The disk counts as full below the space of this many largest uploads. */
const UPLOADS_FREE = 2
/** Time between two writes while the disk fails, and how long readiness waits for one, in ms. */
const FAILING_MS = 5_000
const WAIT_MS = 1_000
/** Key of the object that is written; no file has one with such a name. */
const KEY = 'check-of-the-disk'

type Options = { storage: Storage; failures: FailureLog; uploadMaxBytes: number }

/**
 * Checks whether uploads can be stored. After a write has failed, a small object is written and removed until that works: without it
 * the failure would last until the next upload.
 * @returns a function that returns the state. @throws StorageError if the storage does not answer.
 */
export function createDiskCheck({ storage, failures, uploadMaxBytes }: Options) {
  const probe = createProbe(
    async () => {
      try {
        await storage.write(KEY, Buffer.from('\n'))
        await storage.remove(KEY)
        failures.works('disk')
      } catch (error) {
        failures.failed('disk', error instanceof DomainError ? error.cause : error)
      }
    },
    { everyMs: () => FAILING_MS, waitMs: WAIT_MS },
  )
  return async (): Promise<SubsystemState> => {
    const free = await storage.freeBytes()
    if (free !== null && free <= UPLOADS_FREE * uploadMaxBytes) return 'failing'
    if (failures.isFailing('disk')) await probe()
    return failures.isFailing('disk') ? 'failing' : 'ok'
  }
}
