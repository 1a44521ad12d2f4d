import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { networksOf } from './networks.ts'

/** Connections at once: about 30 kB each in the process. */
const CONNECTIONS_MAX = 1024
/** From one address (IPv6: /64). Idle ones make room, so that a school with keep-alive gets through. */
const CONNECTIONS_PER_ADDRESS = 256
/** An answer that its reader does not take, or a body that does not come, ends after this long. */
const STALLED_MS = 30_000
/** So slow a reader counts as one who does not read, in bytes per second. */
const SLOWEST_BYTES_PER_S = 1024
const LOOK_MS = 2_000

/** Times in ms: a request has its headers within 10 s and its body within an hour (uploads). */
export const SERVER_OPTIONS = {
  /** Longer than the idle time of usual proxies, so that they never meet a closed connection. */
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
} as const satisfies ServerOptions

type Options = {
  /** Peers whose connections are not counted by address: proxies, the web app in front of a backend. */
  isExempt: (peer: string) => boolean
  max?: number
  perAddress?: number
  stalledMs?: number
  lookMs?: number
}
type Connection = {
  socket: Socket
  address: string
  /** Those that are being answered, or whose body is coming in. */
  requests: Set<IncomingMessage>
  idleSince: number
  /** Bytes that had come in and gone out when it was last looked at. */
  moved: number
  stalledMs: number
}

/**
 * Bounds the connections of a server, in all and by address. Where a bound is reached, the connection
 * that has been idle longest makes room, then the one that has been stalled longest; if there is
 * none, the new one is closed. A stalled answer or body ends after `stalledMs`.
 */
export function boundConnections(
  server: Server,
  {
    isExempt,
    max = CONNECTIONS_MAX,
    perAddress = CONNECTIONS_PER_ADDRESS,
    stalledMs = STALLED_MS,
    lookMs = LOOK_MS,
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
      requests: new Set(),
      idleSince: performance.now(),
      moved: 0,
      stalledMs: 0,
    }
    open.set(socket, connection)
    byAddress.set(address, own.add(connection))
    socket.once('close', () => forget(connection))
  })

  server.on('request', (req, res) => {
    const connection = open.get(req.socket)
    if (!connection) return
    connection.requests.add(req)
    res.once('close', () => {
      connection.requests.delete(req)
      connection.idleSince = performance.now()
    })
  })

  const timer = setInterval(look, lookMs).unref()
  server.once('close', () => clearInterval(timer))

  function look() {
    for (const connection of open.values()) {
      const { socket, requests } = connection
      const moved = bytesMoved(socket)
      const isWaiting = isUnread(socket) || requests.values().some((req) => !req.complete)
      const hasMoved = moved - connection.moved >= (SLOWEST_BYTES_PER_S * lookMs) / 1000
      connection.moved = moved
      connection.stalledMs = isWaiting && !hasMoved ? connection.stalledMs + lookMs : 0
      if (connection.stalledMs >= stalledMs) end(connection)
    }
  }

  /** Ends the connection of `among` that has been idle longest. @returns whether there was one. */
  function endIdle(among: Iterable<Connection>): boolean {
    let found: Connection | undefined
    for (const one of among) {
      const isIdle = one.requests.size === 0 && !isUnread(one.socket)
      if (isIdle && (!found || one.idleSince < found.idleSince)) found = one
    }
    if (found) end(found)
    return found !== undefined
  }

  function endStalled(): boolean {
    let found: Connection | undefined
    for (const one of open.values()) {
      if (one.stalledMs > (found?.stalledMs ?? 0)) found = one
    }
    if (found) end(found)
    return found !== undefined
  }

  /** Ends a connection that is idle or stalled. @returns whether there was one. */
  function makeRoom(): boolean {
    return endIdle(open.values()) || endStalled()
  }

  /** Forgotten at once: the event `close` comes later, and the room is needed now. */
  function end(connection: Connection) {
    forget(connection)
    connection.socket.destroy()
  }

  function forget(connection: Connection) {
    open.delete(connection.socket)
    const own = byAddress.get(connection.address)
    own?.delete(connection)
    if (own?.size === 0) byAddress.delete(connection.address)
  }

  return { endStalled, size: () => open.size }
}

/**
 * What a socket's handle says: bytes handed over to it, and how many of them the kernel has not taken
 * yet. `socket.bytesWritten` and `writableLength` see a chunk only as a whole, however large it is.
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

/** Whether something that was written has not left yet. */
function isUnread(socket: Socket): boolean {
  return socket.writableLength > 0 || outputOf(socket).queued > 0
}

/** Bytes that came in and bytes that the kernel has taken. */
function bytesMoved(socket: Socket): number {
  const { written, queued } = outputOf(socket)
  return socket.bytesRead + written - queued
}
