import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { startStack } from '#scripts/stack.ts'

/** A port that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

/** Starts the production site with the demo catalogue once for all end-to-end tests. */
export default async function startSite() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'site-'))
  const [port, backendPort] = [await freePort(), await freePort()]
  const stack = await startStack({
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      BACKEND_PORT: String(backendPort),
      BACKEND_URL: '',
      DATABASE_URL: '',
      SITE_URL: `http://localhost:${port}`,
      INTERNAL_SECRET: 'the-secret-of-the-tests',
      DEMO: '1',
    },
    dataDir,
    say: console.log,
    onProgress: ({ done, total }) => {
      if (done === total) console.log(`The catalogue holds ${total} projects.`)
    },
    onDeath: (name) => console.error(`The ${name} ended.`),
  })
  process.env['E2E_URL'] = `http://localhost:${port}`
  process.env['E2E_BACKEND_URL'] = `http://127.0.0.1:${backendPort}`
  return async () => {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
