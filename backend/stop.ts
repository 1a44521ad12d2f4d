/**
 * A signal that fires once the process is to end: SIGTERM, SIGINT, or the death of the process
 * that started it, which closes the channel between the two. Ask for it before anything else, or a
 * parent's death in between goes unnoticed.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.on('SIGTERM', stop).on('SIGINT', stop)
  if (process.send) process.on('disconnect', stop)
  return controller.signal
}

/** Tells the parent, if there still is one. */
export function tellParent(message: object) {
  if (process.connected) process.send?.(message)
}
