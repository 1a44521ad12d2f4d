import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'

type Stop = {
  /** Whether a process is to be stopped at this message to the database. */
  at: (message: string) => boolean
  /** Whether the message is held back, or its answer. */
  holds: 'message' | 'answer'
  reached: () => void
}

/**
 * Stands between a backend and its database, and can hold a statement or its answer back: its sender waits meanwhile, and can be
 * killed. The connection to the database ends with that of the backend.
 */
export async function startDatabaseProxy(databaseUrl: string) {
  let stop: Stop | null = null
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connectTo(databaseUrl)
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => (sockets.delete(socket), other.destroy()))
    }
    let held: Stop | null = null
    client.on('data', (chunk: Buffer) => {
      if (!held && stop?.at(chunk.toString('latin1'))) {
        held = stop
        stop = null
      }
      if (held?.holds === 'message') held.reached()
      else database.write(chunk)
    })
    database.on('data', (chunk: Buffer) => {
      if (held) held.reached()
      else client.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')
  url.search = ''
  return {
    url: url.href,
    /** Resolves when a connection stands still at such a message, or at its answer. */
    stopAt: (at: Stop['at'], holds: Stop['holds']) =>
      new Promise<void>((reached) => {
        stop = { at, holds, reached }
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A server, or the socket of the embedded database in the folder `host`. */
function connectTo(databaseUrl: string): Socket {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  if (folder !== null) return connect(path.join(folder, `.s.PGSQL.${port || 5432}`))
  return connect(Number(port || 5432), hostname)
}
