import { createServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import pino from 'pino'
import type { Pool } from '#lib/worker/pool.ts'
import { createApp } from './app.ts'
import { type Config, parseConfig } from './config.ts'
import { connect, type Database, migrate } from './db/connect.ts'
import { fillDemo } from './demo/fill.ts'
import { createSender } from './mail/sender.ts'
import { DRAWINGS_JOB, drawingsHandler, enqueueMissing } from './services/drawing/job.ts'
import { freeLeases } from './services/job/queue.ts'
import { type Jobs, startJobs } from './services/job/runner.ts'
import { createLimits } from './services/limit/limits.ts'
import { indexMissing } from './services/search/index-missing.ts'
import { sweepUploads } from './services/upload/sweep.ts'
import { stopSignal, tellParent } from './stop.ts'
import { createFolderStorage } from './storage/folder.ts'
import { createBackendPool } from './worker/pool.ts'

/** Requests that are being answered have this long when the backend is asked to stop. */
const STOP_MS = 10_000
/** Jobs that are done at the same time. */
const JOBS = 2
/** How often what was uploaded and not used is looked for. */
const SWEEP_MS = 10 * 60 * 1000
/** Longer than the web app keeps its connections, so that it never meets a closed one. */
const KEEP_ALIVE_MS = 65_000

async function main() {
  const stopping = stopSignal()
  const config = parseConfig(process.env)
  const log = pino({ name: 'backend', level: config.LOG_LEVEL }, pino.destination(2))
  await migrate(config.DATABASE_URL)
  const db = connect({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE })
  const storage = createFolderStorage(path.join(config.DATA_DIR, 'files'))
  const workers = createBackendPool()
  await indexMissing({
    db,
    signal: stopping,
    onProgress: (done) => log.info({ done }, 'projects made findable'),
  })
  if (config.DEMO && !stopping.aborted) {
    const { demoRecipes } = await import('./demo/recipes.ts')
    await fillDemo({
      db,
      storage,
      workers,
      recipes: await demoRecipes(),
      signal: stopping,
      onProgress: (progress) => {
        tellParent({ progress })
        log.debug(progress, 'demo catalogue')
      },
    })
  }
  const sweep = (isAlone: boolean) => sweepUploads({ db, storage }, { now: new Date(), isAlone })
  await sweep(config.DATABASE_ALONE)
  setInterval(() => void sweep(false).catch((err) => log.warn({ err }, 'sweep')), SWEEP_MS).unref()
  if (stopping.aborted) return end({ db, workers })
  if (config.DATABASE_ALONE) await freeLeases(db)
  const handlers = { [DRAWINGS_JOB]: drawingsHandler({ db, storage, workers }) }
  const jobs = startJobs({ db, log, handlers, concurrency: JOBS })
  enqueueMissing(db, stopping)
    .then(() => jobs.wake())
    .catch((err: unknown) => log.warn({ err }, 'files without safe drawings'))
  const mailFolder = path.join(config.DATA_DIR, 'mail')
  const app = createApp({
    db,
    storage,
    workers,
    jobs,
    log,
    clock: () => new Date(),
    internalSecret: config.INTERNAL_SECRET,
    limits: createLimits(db),
    send: createSender({
      smtpUrl: config.SMTP_URL,
      from: config.MAIL_FROM ?? defaultSender(config),
      folder: mailFolder,
      onKept: (file) => tellParent({ note: `A message is kept in ${file}` }),
    }),
    providers: config.providers,
    site: { name: config.SITE_NAME, url: config.siteUrl },
    github: { apiUrl: config.GITHUB_API_URL, token: config.GITHUB_API_TOKEN },
    uploadMaxBytes: config.UPLOAD_MAX_MB * 1024 * 1024,
    accessMs: config.TOKEN_SECONDS * 1000,
  })
  if (config.SMTP_URL === undefined) {
    tellParent({ note: `No mail server is named (SMTP_URL); messages are kept in ${mailFolder}` })
  }
  if (stopping.aborted) return end({ db, workers, jobs })
  listen(app.fetch, config, stopping, {
    onListening: (port) => {
      tellParent({ ready: true, port })
      log.info({ port }, 'listening')
    },
    onClosed: () => void end({ db, workers, jobs }),
  })
}

/** Names are quoted, since they may hold what separates addresses. */
function defaultSender({ SITE_NAME, siteUrl }: Config): string {
  const name = SITE_NAME.replaceAll(/["\\<>\r\n]/g, '')
  return `"${name}" <no-reply@${new URL(siteUrl).hostname}>`
}

type Events = { onListening: (port: number) => void; onClosed: () => void }

/** Listens until `stopping`; then takes no more and closes when the last answer has been given. */
function listen(
  fetch: ReturnType<typeof createApp>['fetch'],
  { BACKEND_PORT, BACKEND_HOST }: Config,
  stopping: AbortSignal,
  { onListening, onClosed }: Events,
) {
  const handle = getRequestListener(fetch)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (req, res) => {
    if (stopping.aborted) res.setHeader('connection', 'close')
    void handle(req, res)
  })
  server.once('error', (error) => {
    const isTaken = 'code' in error && error.code === 'EADDRINUSE'
    fail(isTaken ? `Port ${BACKEND_PORT} is taken; set BACKEND_PORT to a free one.` : error)
  })
  server.listen(BACKEND_PORT, BACKEND_HOST, () => {
    const address = server.address()
    onListening(typeof address === 'object' && address ? address.port : BACKEND_PORT)
  })
  stopping.addEventListener('abort', () => {
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const late = setTimeout(() => server.closeAllConnections(), STOP_MS)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(late)
      onClosed()
    })
  })
}

/** The database closes last: jobs that are cut off are given back to the queue. */
async function end({ db, workers, jobs }: { db: Database; workers: Pool; jobs?: Jobs }) {
  const given = jobs?.stop()
  workers.close()
  await given
  await db.close()
  process.exit(0)
}

function fail(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
