/**
 * Calls `stop` once, on SIGTERM or when the parent process has exited, which closes the IPC channel.
 * With a parent, SIGINT is ignored: the terminal sends it to all processes at once, and the parent
 * decides in which order they stop.
 */
export function onStop(stop: () => void) {
  let isStopping = false
  const stopOnce = () => {
    if (isStopping) return
    isStopping = true
    stop()
  }
  process.on('SIGTERM', stopOnce)
  process.on('SIGINT', () => {
    if (!process.connected) stopOnce()
  })
  process.on('disconnect', stopOnce)
}
