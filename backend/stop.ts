/**
 * A signal that aborts when the process must stop: on SIGTERM, SIGINT, or when the parent process
 * dies, which closes the IPC channel. Call it first at startup: a parent that dies earlier is not
 * noticed.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.on('SIGTERM', stop).on('SIGINT', stop)
  if (process.send) process.on('disconnect', stop)
  return controller.signal
}

/** Sends a message to the parent process, if it is still connected. */
export function sendToParent(message: object) {
  if (process.connected) process.send?.(message)
}
