import path from 'node:path'
import { serve } from '@hono/node-server'
import pino from 'pino'
import { createApp } from './app.ts'
import { parseConfig } from './config.ts'
import { connect, migrate } from './db/connect.ts'
import { fillDemo } from './demo/fill.ts'
import { createFolderStorage } from './storage/folder.ts'

/** Requests that are being answered have this long when the backend is asked to stop. */
const STOP_MS = 10_000

async function main() {
  const config = parseConfig(process.env)
  const log = pino({ name: 'backend', level: config.LOG_LEVEL }, pino.destination(2))
  const db = connect({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE })
  const storage = createFolderStorage(path.join(config.DATA_DIR, 'files'))
  await migrate(db)
  if (config.DEMO) {
    const { demoRecipes } = await import('./demo/recipes.ts')
    await fillDemo({
      db,
      storage,
      recipes: await demoRecipes(),
      onProgress: (progress) => {
        process.send?.({ progress })
        log.debug(progress, 'demo catalogue')
      },
    })
  }
  const app = createApp({
    db,
    storage,
    log,
    clock: () => new Date(),
    internalSecret: config.INTERNAL_SECRET,
  })
  const options = { fetch: app.fetch, port: config.BACKEND_PORT, hostname: config.BACKEND_HOST }
  const server = serve(options, ({ port }) => {
    process.send?.({ ready: true, port })
    log.info({ port }, 'listening')
  })
  server.once('error', (error) => {
    fail('code' in error && error.code === 'EADDRINUSE' ? `Port ${options.port} is taken.` : error)
  })

  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    const late = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, STOP_MS)
    server.close(() => {
      clearTimeout(late)
      db.close().finally(() => process.exit(0))
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop)
}

function fail(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
