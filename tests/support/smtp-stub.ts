import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'

/** How a mail server behaves: as usual; without a word; or with an error for each connection. */
type Mood = 'works' | 'hangs' | 'refuses'

type Options = {
  /** Of the certificate that the server has signed itself, with its key. It then speaks TLS from the first byte. */
  certificate?: { key: string; cert: string }
  port?: number
}

/** A mail server on loopback that accepts every message, in the mood that a test gives it. */
export async function startSmtpStub({ certificate, port: wanted = 0 }: Options = {}) {
  let mood: Mood = 'works'
  let connections = 0
  const messages: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...(certificate && {
      secure: true,
      key: readFileSync(certificate.key),
      cert: readFileSync(certificate.cert),
    }),
    onConnect(_session, done) {
      connections += 1
      if (mood === 'refuses') return done(new Error('No service.'))
      if (mood === 'works') done()
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        messages.push(Buffer.concat(chunks).toString())
        done()
      })
    },
    // Of connections that are open when it stops.
    closeTimeout: 0,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    url: `${certificate ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    messages,
    connections: () => connections,
    set: (next: Mood) => void (mood = next),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A key and a certificate for 127.0.0.1 that it signs itself, made by openssl in a folder. */
export function selfSigned(folder: string) {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=mail', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, ...files], { stdio: 'ignore' })
  return { key, cert }
}
