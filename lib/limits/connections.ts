import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { networksOf } from './networks.ts'

/** Open connections, about 30 kB each. */
const CONNECTIONS_MAX = 1024
/** Per address (IPv6: /64). Idle ones are closed first, so that a school behind one address gets in. */
const CONNECTIONS_PER_ADDRESS = 256
/** Timeout of responses that the client does not read and of bodies that do not arrive, in ms. */
const STALLED_MS = 30_000
/** Slower transfers count as stalled, in bytes per second. */
const MIN_BYTES_PER_S = 1024
const CHECK_MS = 2_000

/** Timeouts in ms: 10 s for the headers of a request, an hour for its body (uploads). */
export const SERVER_OPTIONS = {
  /** Longer than the idle timeout of common proxies, so that they do not reuse a closed connection. */
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
} as const satisfies ServerOptions

type Options = {
  /** Peers without a limit per address: proxies, and the web app in front of a backend. */
  isExempt: (peer: string) => boolean
  max?: number
  perAddress?: number
  stalledMs?: number
  checkMs?: number
  /** Elapsed time in ms. */
  now?: () => number
}
type Connection = {
  socket: Socket
  address: string
  /** Number of requests in progress. */
  requests: number
  /** The last of them: only its body may still arrive. */
  latest: IncomingMessage | undefined
  idleSince: number
  /** Bytes received and sent at the last check. */
  transferred: number
  stalledMs: number
}

/**
 * Limits the connections of a server, in total and per address. At the limit the longest idle
 * connection is closed, then the longest stalled one; if there is none, the new connection is
 * refused. Stalled transfers end after `stalledMs`.
 */
export function boundConnections(
  server: Server,
  {
    isExempt,
    max = CONNECTIONS_MAX,
    perAddress = CONNECTIONS_PER_ADDRESS,
    stalledMs = STALLED_MS,
    checkMs = CHECK_MS,
    now = () => performance.now(),
  }: Options,
) {
  const open = new Map<Socket, Connection>()
  const byAddress = new Map<string, Set<Connection>>()
  server.maxConnections = max + 64

  server.on('connection', (socket) => {
    const peer = socket.remoteAddress ?? ''
    const address = networksOf(peer)[0]?.name ?? peer
    const own = byAddress.get(address) ?? new Set<Connection>()
    if (own.size >= perAddress && !isExempt(peer) && !endIdle(own)) return void socket.destroy()
    if (open.size >= max && !makeRoom()) return void socket.destroy()
    const connection: Connection = {
      socket,
      address,
      requests: 0,
      latest: undefined,
      idleSince: now(),
      transferred: 0,
      stalledMs: 0,
    }
    open.set(socket, connection)
    byAddress.set(address, own.add(connection))
    socket.once('close', () => remove(connection))
  })

  server.on('request', (req, res) => {
    const connection = open.get(req.socket)
    if (!connection) return
    connection.requests += 1
    connection.latest = req
    res.once('close', () => {
      connection.requests -= 1
      // A body may trickle on after the response.
      if (connection.latest === req && req.complete) connection.latest = undefined
      connection.idleSince = now()
    })
  })

  let checkedAt = now()
  const timer = setInterval(check, checkMs).unref()
  server.once('close', () => clearInterval(timer))

  /** A busy process looks late. Rates are those of the time that has passed, of which one look counts no more than `checkMs`. */
  function check() {
    const minimum = (MIN_BYTES_PER_S * (now() - checkedAt)) / 1000
    checkedAt = now()
    for (const connection of open.values()) {
      const { socket, latest } = connection
      const transferred = bytesTransferred(socket)
      const isPending = hasUnsentData(socket) || latest?.complete === false
      const isStalled = isPending && transferred - connection.transferred < minimum
      connection.transferred = transferred
      connection.stalledMs = isStalled ? connection.stalledMs + checkMs : 0
      if (connection.stalledMs >= stalledMs) end(connection)
    }
  }

  /** Closes the longest idle connection. @returns `false` if none is idle. */
  function endIdle(connections: Iterable<Connection>): boolean {
    let longest: Connection | undefined
    for (const connection of connections) {
      const isIdle = connection.requests === 0 && !hasUnsentData(connection.socket)
      if (isIdle && (!longest || connection.idleSince < longest.idleSince)) longest = connection
    }
    if (longest) end(longest)
    return longest !== undefined
  }

  /** Closes the longest stalled connection. @returns `false` if none is stalled. */
  function endStalled(): boolean {
    let longest: Connection | undefined
    for (const connection of open.values()) {
      if (connection.stalledMs > (longest?.stalledMs ?? 0)) longest = connection
    }
    if (longest) end(longest)
    return longest !== undefined
  }

  function makeRoom(): boolean {
    return endIdle(open.values()) || endStalled()
  }

  /** Removes the connection at once, since `close` is emitted later and the slot is needed now. */
  function end(connection: Connection) {
    remove(connection)
    connection.socket.destroy()
  }

  function remove(connection: Connection) {
    open.delete(connection.socket)
    const own = byAddress.get(connection.address)
    own?.delete(connection)
    if (own?.size === 0) byAddress.delete(connection.address)
  }

  return { endStalled, size: () => open.size }
}

/**
 * Bytes written to a socket's handle, and how many of them the kernel has not accepted yet.
 * `socket.bytesWritten` and `writableLength` count whole chunks only, however large they are.
 */
function outputOf(socket: Socket): { written: number; queued: number } {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null) return { written: 0, queued: 0 }
  return { written: numberOf(handle, 'bytesWritten'), queued: numberOf(handle, 'writeQueueSize') }
}

function numberOf(handle: object, name: string): number {
  const value: unknown = Reflect.get(handle, name)
  return typeof value === 'number' ? value : 0
}

function hasUnsentData(socket: Socket): boolean {
  return socket.writableLength > 0 || outputOf(socket).queued > 0
}

/** Bytes received, and bytes accepted by the kernel. */
function bytesTransferred(socket: Socket): number {
  const { written, queued } = outputOf(socket)
  return socket.bytesRead + written - queued
}
