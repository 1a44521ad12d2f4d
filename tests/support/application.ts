import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { z } from 'zod'

/** RFC 6455, section 4.2.2. */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 0x81
const CLOSE = 0x88
const messageSchema = z.record(z.string(), z.unknown())

/**
 * Stands for the application's local socket: a WebSocket server for text messages of less than 64 kB in one frame, as
 * the application's tool sends them.
 * @param answer the messages to send for a received one.
 */
export async function startApplication(answer: (message: Record<string, unknown>) => unknown[]) {
  const received: unknown[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_, res) => res.writeHead(426).end())
  server.on('upgrade', (request, socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const key = String(request.headers['sec-websocket-key'])
    const accept = createHash('sha1').update(`${key}${MAGIC}`).digest('base64')
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    let buffered: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk])
      for (let frame; (frame = readFrame(buffered)); buffered = frame.rest) {
        if (frame.code === CLOSE) return void socket.end(Buffer.from([CLOSE, 0]))
        if (frame.code !== TEXT) continue
        const message = messageSchema.parse(JSON.parse(frame.text))
        received.push(message)
        for (const reply of answer(message)) socket.write(frameOf(reply))
      }
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A masked frame of a client (section 5.2); null until all of it has arrived. */
function readFrame(bytes: Buffer) {
  if (bytes.length < 6) return null
  const [code = 0, second = 0] = bytes
  const short = second & 0x7f
  if (short === 126 && bytes.length < 8) return null
  const size = short === 126 ? bytes.readUInt16BE(2) : short
  const start = short === 126 ? 8 : 6
  if (bytes.length < start + size) return null
  const mask = bytes.subarray(start - 4, start)
  const text = Buffer.from(bytes.subarray(start, start + size)).map(
    (byte, at) => byte ^ (mask[at % 4] ?? 0),
  )
  return { code, text: Buffer.from(text).toString(), rest: bytes.subarray(start + size) }
}

function frameOf(message: unknown): Buffer {
  const text = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message))
  const head =
    text.length < 126 ? [TEXT, text.length] : [TEXT, 126, text.length >> 8, text.length & 255]
  return Buffer.concat([Buffer.from(head), text])
}
