import { connect, type Socket } from 'node:net'

type Options = {
  port: number
  count: number
  /** Loopback addresses that they come from. */
  addresses: number
  /** What each sends first. */
  begin: string
  /** What each sends again and again. */
  drip: string
  everyMs: number
}

/** Sockets to connect at the same time: the queue of a listening socket is short. */
const AT_ONCE = 200

/** Clients that connect again in each turn after the server has closed their connection. */
const AGAIN = 1_000

/**
 * Clients that connect from several loopback addresses and send a request so slowly that it does not end. Those that the
 * server refuses or closes connect again, a thousand in each turn, until `giveUp`.
 */
export async function startSlowClients({ port, count, addresses, begin, drip, everyMs }: Options) {
  const open = new Set<Socket>()
  const totals = { connected: 0, failed: 0, closed: 0 }
  let isOver = false

  function start(at: number): Promise<void> {
    const which = at % addresses
    const localAddress = `127.1.${Math.floor(which / 250)}.${1 + (which % 250)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    open.add(socket)
    let isConnected = false
    socket.once('close', () => {
      open.delete(socket)
      if (isConnected) totals.closed += 1
      else totals.failed += 1
    })
    socket.on('error', () => undefined).resume()
    return new Promise((resolve) => {
      socket.once('connect', () => {
        isConnected = true
        totals.connected += 1
        socket.write(begin)
        resolve()
      })
      socket.once('close', () => resolve())
    })
  }

  async function startSome(some: number) {
    for (let at = 0; at < some; at += AT_ONCE) {
      const group = Array.from({ length: Math.min(AT_ONCE, some - at) }, (_, one) =>
        start(totals.connected + totals.failed + one),
      )
      await Promise.all(group)
    }
  }

  await startSome(count)
  const timer = setInterval(() => {
    for (const socket of open) if (socket.writable) socket.write(drip)
    if (!isOver) void startSome(Math.min(AGAIN, count - open.size))
  }, everyMs)
  return {
    totals,
    open: () => open.size,
    /** Those that are closed from now on do not connect again. */
    giveUp() {
      isOver = true
    },
    stop() {
      isOver = true
      clearInterval(timer)
      for (const socket of open) socket.destroy()
    },
  }
}
