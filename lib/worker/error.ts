/** Why a task did not give a result. */
export type WorkerFailure =
  /** It used more processor time, or waited longer, than it may. */
  | 'time'
  /** The process grew beyond its resident size. */
  | 'memory'
  /** The process ended by itself, for example out of heap. */
  | 'crash'
  /** Too many tasks are waiting already. */
  | 'busy'
  /** The pool was closed. */
  | 'closed'
  /** The task itself threw. */
  | 'failed'

/** A task of a worker process that gave no result. The message never holds the task's input. */
export class WorkerError extends Error {
  readonly reason: WorkerFailure

  constructor(reason: WorkerFailure, message: string = reason) {
    super(message)
    this.name = 'WorkerError'
    this.reason = reason
  }
}
