import '#lib/limits/buffer-pool.ts'
import { createServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import pino, { type Logger } from 'pino'
import { startMetrics } from '#lib/telemetry/endpoint.ts'
import { startTraces } from '#lib/telemetry/start-traces.ts'
import { createFailureLog, type FailureLog } from '#lib/log/failures.ts'
import { describeError } from '#lib/log/text.ts'
import { createSharedBuckets } from '#lib/limits/shared-buckets.ts'
import { openRedis } from '#lib/redis/open.ts'
import { boundConnections, SERVER_OPTIONS } from '#lib/limits/connections.ts'
import { stopServer } from '#lib/limits/stop-server.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { createApp } from './app.ts'
import { type BackendConfig, parseConfig } from './config.ts'
import type { Database } from './db/connect.ts'
import type { Dependencies } from './dependencies.ts'
import { keepScheduled } from './services/backup/job.ts'
import { commandRun } from './services/backup/run.ts'
import { isDemoWanted } from './services/project/demo-milestone.ts'
import { fillInProcess } from '#demo/fill-process.ts'
import { reportFailure } from './report-failure.ts'
import { defaultSender } from './mail/address.ts'
import { createMailCheck } from './mail/check.ts'
import { createSender } from './mail/sender.ts'
import { enqueueMissing } from './services/drawing/job.ts'
import { enqueueLabels } from './services/drawing/label-again.ts'
import { enqueueAgain } from './services/drawing/make-again.ts'
import { freeLeases } from './services/job/queue.ts'
import type { Jobs } from './services/job/runner.ts'
import { startFitting } from './services/fitting/fill-fitting.ts'
import { createLimits } from './services/limit/limits.ts'
import { enqueueSkeletons } from './services/name/fill-skeletons.ts'
import { notifyOfHold } from './services/operator/notify-operator.ts'
import { createPictures } from './services/picture/pictures.ts'
import { enqueueShards } from './services/project/shards.ts'
import { enqueueIndexAgain } from './services/search-index/index-again.ts'
import { indexMissing } from './services/search-index/index-missing.ts'
import { startSchedule } from './services/project/schedule.ts'
import { startDaily } from './services/release/daily.ts'
import { notifyFormerAuthors } from './services/account/notify-former.ts'
import { scheduleDigest } from './services/report/digest.ts'
import { createFollowed, followSettings } from './services/setting/follow.ts'
import { startSweeping } from './services/upload/schedule.ts'
import { startBackendJobs } from './start-jobs.ts'
import { inviteAdministrator } from './invite-administrator.ts'
import { openDatabase, openOwnStorage } from './open-data.ts'
import { stopSignal, sendToParent } from './stop.ts'
import { observeBackend, observeBackups, observeDoctor } from './observe.ts'
import { createDiskCheck } from './storage/check.ts'
import { createBackendPool } from './worker/pool.ts'

async function main() {
  // Files are readable by this user only.
  process.umask(0o077)
  const stopping = stopSignal()
  const config = parseConfig(process.env)
  const serializers = { err: describeError }
  const log = pino({ name: 'backend', level: config.LOG_LEVEL, serializers }, pino.destination(2))
  const failures = createFailureLog(log)
  const stopTraces = await startTraces('keystrip-backend', config, failures)
  const metrics = await startMetrics({
    port: config.BACKEND_METRICS_PORT,
    host: config.METRICS_HOST,
    token: config.METRICS_TOKEN,
  })
  const db = await openDatabase(config, log, stopping)
  const storage = await openOwnStorage(db, config)
  const workers = createBackendPool(failures)
  await inviteAdministrator({ db, config })
  await fillCatalogue({ db, config, log, stopping })
  const mailFolder = path.join(config.DATA_DIR, 'mail')
  const send = createMail(config, mailFolder, failures)
  const { overrides } = config
  const { site, accountQuota, take } = createFollowed(config)
  const deps = { db, storage, log, failures, signal: stopping, send, site, overrides }
  const notify = () => scheduleDigest(db).then(() => notifyFormerAuthors(deps, new Date()))
  const scanUnknownFiles = await startSweeping({ ...deps, notify }, config.DATABASE_ALONE)
  if (stopping.aborted) return end({ db, workers })
  if (config.DATABASE_ALONE) await freeLeases(db)
  const clock = () => new Date()
  const github = { apiUrl: config.GITHUB_API_URL, token: config.GITHUB_API_TOKEN }
  const limits = {
    uploadMaxBytes: config.UPLOAD_MAX_MB * 1024 * 1024,
    formats: config.FORMATS,
    accountQuota,
  }
  const accountLimits = createLimits(db)
  const onHeld = (project: Pick<Project, 'id' | 'held'>, now: Date) =>
    notifyOfHold({ ...deps, limits: accountLimits }, project, now)
  const maxBytes = config.PICTURE_CACHE_MB * 1024 * 1024
  const pictures = createPictures({ db, storage, workers, log, clock, maxBytes })
  const backups = backupsOf(config)
  const jobs = startBackendJobs({
    ...deps,
    backups,
    workers,
    pictures,
    limits: accountLimits,
    github,
    clock,
    ...limits,
    onPublished: onHeld,
  })
  const hasToken = github.token !== undefined
  enqueueDue({ db, jobs, log, failures, signal: stopping })
  void startSchedule({ db, clock, signal: stopping, failures, log, onHeld })
  void followSettings({ ...deps, clock, take })
  void startDaily({ db, jobs, hasToken, clock, signal: stopping, failures, log })
  if (backups) void keepScheduled({ db, clock, signal: stopping, failures, log }, backups.schedule)
  const redis = await openRedis(config.CACHE_URL, failures)
  const parts: Dependencies = {
    ...deps,
    workers,
    pictures,
    variantsMaxBytes: config.VARIANT_CACHE_MB * 1024 * 1024,
    jobs,
    clock,
    internalSecret: config.INTERNAL_SECRET,
    limits: accountLimits,
    cacheState: redis?.state,
    buckets: createSharedBuckets({ redis, tier: 'backend', factor: config.RATE_FACTOR }),
    checkMail: createMailCheck({ server: mailServer(config), folder: mailFolder, failures }),
    checkDisk: createDiskCheck({ ...deps, ...limits }),
    providers: config.providers,
    github,
    issuers: config.OIDC_ISSUERS,
    ...limits,
    accessMs: config.TOKEN_SECONDS * 1000,
    dataDir: config.DATA_DIR,
    backups,
    isDraining: () => stopping.aborted,
    metrics: metrics.answer,
  }
  observeBackend(parts)
  observeDoctor(config.DATA_DIR)
  observeBackups(parts)
  const app = createApp(parts)
  if (config.SMTP_URL === undefined) {
    sendToParent({
      note: `No mail server is configured (SMTP_URL); messages are saved to ${mailFolder}`,
    })
  }
  if (stopping.aborted) return end({ db, workers, jobs })
  listen(app.fetch, config, stopping, {
    onListening: (port) => {
      sendToParent({ ready: true, port })
      log.info({ port }, 'listening')
      scanUnknownFiles()
    },
    onClosed: () => void end({ db, workers, jobs, stopTraces }),
  })
}

type Filling = { db: Database; config: BackendConfig; log: Logger; stopping: AbortSignal }

/** Indexes projects that a release before did not, and publishes the demo catalogue in an empty database. */
async function fillCatalogue({ db, config, log, stopping }: Filling) {
  await indexMissing({
    db,
    signal: stopping,
    onProgress: (done) => log.info({ done }, 'projects indexed'),
  })
  if (!config.DEMO || stopping.aborted || !(await isDemoWanted(db))) return
  await fillInProcess({
    signal: stopping,
    onProgress: (progress) => {
      sendToParent({ progress })
      log.debug(progress, 'demo catalogue')
    },
  })
}

/** Backups that the backend makes, with the variables that it was started with. */
function backupsOf({ BACKUP_SCHEDULE, BACKUP_CHECK_DAYS }: BackendConfig) {
  if (!BACKUP_SCHEDULE) return undefined
  const schedule = { minutes: BACKUP_SCHEDULE, checkDays: BACKUP_CHECK_DAYS }
  return { schedule, run: commandRun(process.env) }
}

type Due = { db: Database; jobs: Jobs; log: Logger; failures: FailureLog; signal: AbortSignal }

/** Enqueues work on what a release before has left, and what no request should wait for. */
function enqueueDue({ db, jobs, signal, ...reports }: Due) {
  const enqueue = (work: Promise<void>, failure: string) =>
    work
      .then(() => jobs.wake())
      .catch((error: unknown) => {
        // A stop closes the database under it; the next start does it again.
        if (!signal.aborted) reportFailure(reports, error, failure)
      })
  const drawings = enqueueMissing(db, signal).then(() => enqueueAgain(db, signal))
  void enqueue(drawings, 'sanitising stored drawings failed')
  void enqueue(enqueueLabels(db, new Date()), 'finding names of icons failed')
  void enqueue(enqueueIndexAgain(db), 'indexing projects again failed')
  void enqueue(enqueueShards(db), 'finding the shards of the sitemap failed')
  void enqueue(enqueueSkeletons(db), 'comparing names of a former release failed')
  void startFitting({ db, jobs, signal, ...reports })
}

const mailServer = ({ SMTP_URL: smtpUrl, SMTP_CA_FILE: caFile }: BackendConfig) =>
  smtpUrl === undefined ? undefined : { smtpUrl, caFile }

const createMail = (config: BackendConfig, folder: string, failures: FailureLog) =>
  createSender({
    server: mailServer(config),
    from: config.MAIL_FROM ?? defaultSender(config),
    folder,
    onSent: () => failures.works('mail'),
    onSaved: (file) => sendToParent({ note: `Message saved to ${file}` }),
  })

type Events = { onListening: (port: number) => void; onClosed: () => void }

/** Listens until `stopping`; then drains and closes after the last response (lib/limits/stop-server.ts). */
function listen(
  fetch: ReturnType<typeof createApp>['fetch'],
  { BACKEND_PORT, BACKEND_HOST, DRAIN_SECONDS, STOP_SECONDS }: BackendConfig,
  stopping: AbortSignal,
  { onListening, onClosed }: Events,
) {
  const handle = getRequestListener(fetch)
  const server = createServer(SERVER_OPTIONS)
  const shouldStop = new Promise<void>((resolve) => {
    stopping.addEventListener('abort', () => resolve())
  })
  const limits = { drainMs: DRAIN_SECONDS * 1000, stopMs: STOP_SECONDS * 1000 }
  const { closed } = stopServer(server, shouldStop, limits)
  server.on('request', (req, res) => void handle(req, res))
  // The web app limits its own connections (server/limits.ts).
  boundConnections(server, { isExempt: (peer) => /^(?:::ffff:)?127\.|^::1$/.test(peer) })
  server.once('error', (error) => {
    const isInUse = 'code' in error && error.code === 'EADDRINUSE'
    fail(isInUse ? `Port ${BACKEND_PORT} is in use. Set BACKEND_PORT to a free port.` : error)
  })
  server.listen(BACKEND_PORT, BACKEND_HOST, () => {
    const address = server.address()
    onListening(typeof address === 'object' && address ? address.port : BACKEND_PORT)
  })
  void closed.then(onClosed)
}

type Parts = { db: Database; workers: Pool; jobs?: Jobs; stopTraces?: () => Promise<void> }

/** The database closes last: interrupted jobs return to the queue first. */
async function end({ db, workers, jobs, stopTraces }: Parts) {
  const stopped = jobs?.stop()
  workers.close()
  await stopped
  await db.close()
  await stopTraces?.()
  process.exit(0)
}

function fail(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
