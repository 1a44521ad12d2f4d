import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs a program. @throws Error with its output if it fails. */
export const run = async (program: string, args: string[]): Promise<string> =>
  (await execute(program, args, { maxBuffer: 64 * 1024 * 1024 })).stdout

/** The first of these programs that is installed. */
export const firstInstalled = (programs: readonly string[]): string | undefined =>
  programs.find((program) => existsSync(program))
