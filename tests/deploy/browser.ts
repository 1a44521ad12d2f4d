import { connect as connectHttp2, type OutgoingHttpHeaders } from 'node:http2'
import { request } from 'node:http'
import { connect as connectTls, type SecureVersion } from 'node:tls'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

type Nginx = { host: string; https: number; certificate: string }
type Reply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  protocol: string
}

/** A client that checks the certificate of nginx and speaks HTTP/2. */
export function createBrowser({ host, https, certificate }: Nginx) {
  const tls = { host: '127.0.0.1', port: https, servername: host, ca: certificate }

  function send(method: string, path: string, headers: OutgoingHttpHeaders = {}, body?: Buffer) {
    return new Promise<Reply>((resolve, reject) => {
      const session = connectHttp2(`https://${host}:${https}`, tls)
      session.once('error', reject)
      const stream = session.request({
        ':method': method,
        ':path': path,
        ':authority': host,
        ...headers,
      })
      const chunks: Buffer[] = []
      let received: Reply['headers'] = {}
      stream.on('response', (head) => {
        received = Object.fromEntries(
          Object.entries(head).map(([name, value]) => [
            name,
            Array.isArray(value) ? value : value?.toString(),
          ]),
        )
      })
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('error', reject)
      stream.once('end', () => {
        const text = decode(Buffer.concat(chunks), String(received['content-encoding'] ?? ''))
        const protocol = session.alpnProtocol ?? ''
        session.close()
        resolve({ status: Number(received[':status']), headers: received, text, protocol })
      })
      stream.end(body)
    })
  }

  return {
    send,
    get: (path: string, headers: OutgoingHttpHeaders = {}) => send('GET', path, headers),
    /** The version of TLS that nginx accepts, at most `version`. */
    handshake: (version: SecureVersion, servername = host) =>
      new Promise<string>((resolve) => {
        // OpenSSL itself refuses old versions by default.
        const old = version === 'TLSv1.1' ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}
        const options = { ...tls, servername, minVersion: version, maxVersion: version, ...old }
        const socket = connectTls(options, () => {
          resolve(socket.getProtocol() ?? '')
          socket.destroy()
        })
        socket.once('error', () => resolve('refused'))
      }),
    /** A request without TLS: status and `Location`, or `closed` where the server answers nothing. */
    plain: (port: number, path: string, name: string) =>
      new Promise<{ status: number | undefined; location: string | undefined } | 'closed'>(
        (resolve) => {
          const req = request({ host: '127.0.0.1', port, path, headers: { host: name } }, (res) => {
            res.resume()
            resolve({ status: res.statusCode, location: res.headers.location })
          })
          req.once('error', () => resolve('closed'))
          req.end()
        },
      ),
  }
}

function decode(body: Buffer, encoding: string): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}
