/** The time of waiting that a rate is measured over, in seconds. */
const WINDOW_S = 10
/** Before this time of waiting there is no rate, in ms. */
const MEASURED_MS = 3_000

/**
 * Measures how fast a client sends: bytes per second of the time in which it is waited for. Time in which the receiver is busy
 * does not count, so that an upload is not slow because of the work for others.
 * @param now elapsed time in ms.
 */
export function createTransferMeter(now: () => number) {
  let waitedMs = 0
  let since: number | undefined
  /** Bytes that arrived in each second of waiting, oldest first. */
  let seconds: { second: number; bytes: number }[] = []

  return {
    /** The receiver is ready for bytes. */
    wait(): void {
      since ??= now()
    },
    /** Bytes have arrived, or the body has ended. */
    arrive(bytes: number): void {
      if (since !== undefined) waitedMs += now() - since
      since = undefined
      const second = Math.max(0, Math.ceil(waitedMs / 1000) - 1)
      const last = seconds.at(-1)
      if (last?.second === second) last.bytes += bytes
      else {
        seconds = seconds.filter((one) => one.second > second - WINDOW_S)
        seconds.push({ second, bytes })
      }
    },
    /** @returns bytes per second; `undefined` while the client has not been waited for long enough. */
    rate(): number | undefined {
      const waited = waitedMs + (since === undefined ? 0 : now() - since)
      if (waited < MEASURED_MS) return undefined
      const begin = Math.max(0, Math.floor(waited / 1000) - WINDOW_S + 1)
      const recent = seconds.filter(({ second }) => second >= begin)
      const bytes = recent.reduce((sum, one) => sum + one.bytes, 0)
      return (bytes / (waited - begin * 1000)) * 1000
    },
  }
}
export type TransferMeter = ReturnType<typeof createTransferMeter>
