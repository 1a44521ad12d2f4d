/** Why a task has no result. */
export type WorkerFailure =
  /** It exceeded its processor time, or ten times as much by the clock. */
  | 'time'
  /** Its process exceeded its resident size. */
  | 'memory'
  /** Its process exited, for example out of heap. */
  | 'crash'
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
