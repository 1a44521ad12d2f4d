/**
 * Calls `work` with a signal that aborts after `ms` with a `TimeoutError`, as that of `AbortSignal.timeout` does. Its timer ends with the
 * work: that of `AbortSignal.timeout` goes on, and keeps the page that asked in memory until then.
 */
export async function withDeadline<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'))
  const timer = setTimeout(end, ms)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
