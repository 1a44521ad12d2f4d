import { connect, type Socket } from 'node:net'

type Options = { port: number; path: string; count: number; addresses: number }

/**
 * Connects clients that send a request and do not read the response, from several loopback addresses.
 * @returns their sockets, and a function that closes them.
 */
export async function startSlowReaders({ port, path, count, addresses }: Options) {
  const sockets: Socket[] = []
  const open = new Set<Socket>()
  for (let at = 0; at < count; at += 1) {
    const localAddress = `127.0.${1 + Math.floor((at % addresses) / 250)}.${2 + ((at % addresses) % 250)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.pause()
    open.add(socket)
    socket.on('error', () => open.delete(socket))
    socket.once('close', () => open.delete(socket))
    socket.once('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n`)
    })
    sockets.push(socket)
  }
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          if (!socket.connecting) return resolve()
          for (const event of ['connect', 'close', 'error']) socket.once(event, () => resolve())
        }),
    ),
  )
  return { sockets, stop: () => sockets.forEach((socket) => socket.destroy()) }
}
