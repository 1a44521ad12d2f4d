import type { z } from 'zod'

/** A worker process cannot run a task, whatever its input is: its program is incomplete, or of another release than its parent. */
export class ProgramError extends Error {}

/** Codes of Node's errors about modules that are missing or do not fit. */
const MODULE_CODE =
  /^(?:ERR_MODULE_|MODULE_NOT_FOUND$|ERR_DLOPEN_|ERR_PACKAGE_|ERR_UNKNOWN_MODULE_)/
/** Files of the program that cannot be read; a task gets its input as bytes, or by a path whose errors the storage names. */
const SYSTEM_CODE = /^(?:ENOENT|ENOTDIR|EACCES|EPERM|EMFILE|ENFILE|ENOMEM|EIO)$/

/** Whether a task failed because of its program or of the machine, and not because of its input. */
export function isProgramFault(error: unknown): boolean {
  if (error instanceof ProgramError) return true
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return MODULE_CODE.test(code) || ('syscall' in error && SYSTEM_CODE.test(code))
}

/**
 * Runs what loads the modules of a task.
 * @throws ProgramError if they cannot be loaded.
 */
export async function loadProgram<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new ProgramError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * The input of a task, which is made by its parent and not by a user.
 * @throws ProgramError if it has another form, as one of another release.
 */
export function readInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { data, error } = schema.safeParse(input)
  if (error) throw new ProgramError(`The input of the task has another form: ${error.message}`)
  return data
}
