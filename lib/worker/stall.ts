/** Processor time that counts as progress, in microseconds. Timers of an idle process use less. */
const PROGRESS_MICROS = 5_000

/**
 * Judges whether a task makes progress, by the processor time that it uses between checks of its own process. A process that
 * gets no processor time is not checked either, so that the time of a busy machine does not count.
 * @param checkMs time between two checks.
 */
export function createStallCheck(checkMs: number) {
  let progressAt = 0
  let idleMs = 0
  return {
    /** A new task begins. @param micros processor time used so far. */
    start(micros: number): void {
      progressAt = micros
      idleMs = 0
    },
    /** @returns whether the task has done nothing for `stalledMs`. */
    isStalled(micros: number, stalledMs: number): boolean {
      if (micros - progressAt >= PROGRESS_MICROS) {
        progressAt = micros
        idleMs = 0
        return false
      }
      idleMs += checkMs
      return idleMs >= stalledMs
    },
  }
}
