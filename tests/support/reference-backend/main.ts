import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { serve } from '@hono/node-server'
import { createReferenceApp } from './app.ts'

/*
 * `PORT=4000 MAIL_DIR=… node tests/support/reference-backend/main.ts`: a minimal backend for the site.
 * Data is kept in memory; messages are written to MAIL_DIR.
 */

const { PORT = '0', MAIL_DIR = 'mail' } = process.env
let messages = 0

/** Writes a message atomically: it gets its `.eml` name once it is complete. */
async function send(to: string, code: string): Promise<void> {
  messages += 1
  const file = path.join(MAIL_DIR, `${String(messages).padStart(6, '0')}.eml`)
  const head = [`To: ${to}`, `Subject: Your code is ${code}`, 'Content-Type: text/plain']
  await mkdir(MAIL_DIR, { recursive: true })
  await writeFile(`${file}.part`, [...head, '', code, ''].join('\r\n'))
  await rename(`${file}.part`, file)
}

const { fetch } = createReferenceApp(send)
const server = serve({ fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}`)
  process.send?.({ ready: true, port })
})
process.once('SIGTERM', () => server.close())
