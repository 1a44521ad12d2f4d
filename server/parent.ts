/**
 * Calls `stop` once when the process is told to end (SIGTERM), or when the process that started it
 * has gone without a word, which closes the channel between the two. SIGINT is left to a starter:
 * a terminal sends it to everybody at once, and who stops first is the starter's to say.
 */
export function onStop(stop: () => void) {
  let isStopping = false
  const once = () => {
    if (isStopping) return
    isStopping = true
    stop()
  }
  process.on('SIGTERM', once)
  process.on('SIGINT', () => {
    if (!process.connected) once()
  })
  process.on('disconnect', once)
}
