import type { Details } from '#lib/contract/envelope.ts'

/** Exit codes of every command (docs/publishing.md#exit-codes). */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** The site answered with a 4xx. */
  refused: 3,
  /** A file is not valid. */
  invalid: 4,
  /** Site or application cannot be reached, or answers with something else. */
  unreachable: 5,
  /** Downloaded bytes differ from those that the site names. */
  wrongHash: 6,
  /** Ended by a signal: 128 and the number of SIGINT, as shells count. */
  interrupted: 130,
} as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

type Options = {
  /** Values that belong to the message. */
  details?: Details | undefined
  /** Whether the same request may succeed later. */
  isTransient?: boolean
  /** Milliseconds to wait before it, as the site asked. */
  retryAfterMs?: number | undefined
  cause?: unknown
}

/**
 * A command failed. `code` is machine-readable: an error code of the contract, or one of the command line's own
 * (docs/publishing.md#errors-of-the-command-line). `message` is one English sentence without secrets.
 */
export class CliError extends Error {
  readonly exit: Exit
  readonly code: string
  readonly details: Details | undefined
  readonly isTransient: boolean
  readonly retryAfterMs: number | undefined

  constructor(exit: Exit, code: string, message: string, options: Options = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'CliError'
    this.exit = exit
    this.code = code
    this.details = options.details
    this.isTransient = options.isTransient ?? false
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Wrong arguments or configuration. */
export const usageError = (message: string) => new CliError(EXIT.usage, 'usage', message)
