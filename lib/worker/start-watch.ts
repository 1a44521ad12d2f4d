import { readFileSync } from 'node:fs'

/** A new process that does nothing for this time is ended, in milliseconds. */
const START_MS = 20_000
/** Where the system does not tell what a process does, it is ended after this time. */
const START_UNSEEN_MS = 120_000
const CHECK_MS = 1_000

/**
 * Calls `onStalled` when a new process neither runs nor waits for a processor, so that it will never have loaded its modules.
 * @returns a function that ends the watch.
 */
export function watchStart(
  pid: number | undefined,
  onStalled: () => void,
  { startMs = START_MS, checkMs = CHECK_MS } = {},
): () => void {
  let seen = activityOf(pid)
  const limitMs = seen === undefined ? START_UNSEEN_MS : startMs
  let idleMs = 0
  const timer = setInterval(() => {
    const activity = activityOf(pid)
    idleMs = activity === seen ? idleMs + checkMs : 0
    seen = activity
    if (idleMs < limitMs) return
    clearInterval(timer)
    onStalled()
  }, checkMs)
  return () => clearInterval(timer)
}

/**
 * What the main thread of a process has done so far: time on a processor, and time of waiting for one, in nanoseconds
 * (Linux, `schedstat`).
 */
function activityOf(pid: number | undefined): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').slice(0, 2).join(' ')
  } catch {
    return undefined
  }
}
