/** Why a task has no result. */
export type WorkerFailure =
  /** It exceeded its processor time. */
  | 'time'
  /** Its process exceeded its resident size. */
  | 'memory'
  /** Its process exited, for example out of heap. */
  | 'crash'
  /** Its process made no progress, or was killed from outside. */
  | 'stalled'
  /** Its process did not start, or its program is incomplete or of another release. The message has the cause. */
  | 'program'
  /** The queue is full. */
  | 'busy'
  /** The pool was closed. */
  | 'closed'
  /** The task threw an error. */
  | 'failed'

/** A task of a worker process failed. The message never contains the input of the task. */
export class WorkerError extends Error {
  readonly reason: WorkerFailure
  /** The `code` of the error that the task threw, if it has one. */
  readonly code: string | undefined

  constructor(reason: WorkerFailure, message: string = reason, code?: string) {
    super(message)
    this.name = 'WorkerError'
    this.reason = reason
    this.code = code
  }
}

/** Failures of the machine or of this process: the same task may succeed later. */
const TRANSIENT: readonly WorkerFailure[] = ['busy', 'closed', 'stalled', 'program']

/** Whether a task failed for a reason that does not depend on its input, so that it is worth a retry. */
export function isTransient(error: unknown): boolean {
  return error instanceof WorkerError && TRANSIENT.includes(error.reason)
}
