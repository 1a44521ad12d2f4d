import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { buildStandardFile } from '#tests/support/containers.ts'

/** How long an upload takes that is under way when the process gets the signal to stop, in ms. */
export const UPLOAD_MS = 5_000
const CHUNKS = 20
const UPLOAD_BYTES = 2 * 1024 * 1024

/** Uploads a file in pieces over `UPLOAD_MS`. @returns the whole answer. */
export function uploadSlowly(port: number, headers: Record<string, string>): Promise<string> {
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${value}`
  const body = Buffer.concat([
    Buffer.from(part('purpose', '\r\n\r\nproject\r\n')),
    Buffer.from(part('file', '; filename="x.flexbar"\r\n\r\n')),
    buildStandardFile('profile', UPLOAD_BYTES),
    Buffer.from('\r\n--x--\r\n'),
  ])
  const all = {
    ...headers,
    host: 'localhost',
    connection: 'close',
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(body.length),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => {
    said += String(chunk)
  })
  socket.on('error', () => undefined)
  socket.write(`POST /api/v1/file/upload HTTP/1.1\r\n${lines.join('')}\r\n`)
  const piece = Math.ceil(body.length / CHUNKS)
  const send = async () => {
    for (let at = 0; at < body.length; at += piece) {
      socket.write(body.subarray(at, at + piece))
      await delay(UPLOAD_MS / CHUNKS)
    }
  }
  return new Promise((resolve) => {
    socket.once('close', () => resolve(said))
    void send()
  })
}
