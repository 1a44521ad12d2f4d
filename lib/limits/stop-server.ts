import type { Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

/** While the server stops, connections that have become idle are closed this often, in ms. */
const IDLE_CHECK_MS = 100

type Options = {
  /** How long it goes on accepting connections, so that load balancers notice `/readyz`, in ms. */
  drainMs: number
  /** How long running requests may take after that, in ms; then their connections are closed. */
  stopMs: number
}

/**
 * Stops a server without losing requests. While it drains it answers everything, and every response ends
 * its connection, so that proxies open new ones elsewhere. Then it accepts no more connections and
 * waits for the requests in progress, uploads included.
 * @param shouldStop a promise that resolves when the process has to stop.
 * @returns a function that tells whether it has begun, and a promise for its end.
 */
export function stopServer(server: Server, shouldStop: Promise<void>, options: Options) {
  let isStopping = false
  server.prependListener('request', (_req, res) => {
    if (isStopping) res.setHeader('connection', 'close')
  })
  async function stop() {
    await shouldStop
    isStopping = true
    if (options.drainMs > 0) await delay(options.drainMs)
    // Connections that have been made meanwhile are accepted first: those that are not accepted are reset.
    await nextTurn()
    await close(server, options.stopMs)
  }
  return { isStopping: () => isStopping, closed: stop() }
}

async function close(server: Server, stopMs: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const late = setTimeout(() => server.closeAllConnections(), stopMs)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearInterval(idle)
  clearTimeout(late)
}
