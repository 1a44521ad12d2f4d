import { z } from 'zod'

/** Not 0, which means the own process group: a signal to it ends the test run. */
const pidSchema = z.number().int().min(2)

/** Sends a signal to one process. @throws ZodError for anything but the id of a process, Error if it does not run. */
export function sendSignal(pid: unknown, name: NodeJS.Signals): void {
  process.kill(pidSchema.parse(pid), name)
}

export function isRunning(pid: unknown): boolean {
  const id = pidSchema.parse(pid)
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}
