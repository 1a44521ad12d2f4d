import { writeFileSync } from 'node:fs'
import { firstInstalled } from './engine.ts'

const LIBRARY = firstInstalled(
  ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
    (platform) => `/usr/lib/${platform}/faketime/libfaketimeMT.so.1`,
  ),
)
/** Whether the clock of a process can be set on this machine (libfaketime). */
export const isFaketimeInstalled = LIBRARY !== undefined

/** How long a process keeps the former time after `set`, in s. */
export const LATENCY_S = 1

/** A clock for processes that are started with `variables`; elapsed time and time limits stay those of the machine. */
export function createClock(file: string) {
  const set = (offset: string) => writeFileSync(file, `${offset}\n`)
  set('+0')
  return {
    variables: {
      LD_PRELOAD: LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(LATENCY_S),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    /** @param offset from the machine's clock: `+2h`, `-2h`, `+0`. */
    set,
  }
}
