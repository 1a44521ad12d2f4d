import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import pino from 'pino'
import { z } from 'zod'
import { createFaultLog } from '#lib/log/faults.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { createApp } from '#backend/app.ts'
import type { Parts } from '#backend/context.ts'
import { connect, migrate } from '#backend/db/connect.ts'
import type { DemoProject } from '#backend/demo/types.ts'
import type { Message } from '#backend/mail/sender.ts'
import { DRAWINGS_JOB, drawingsHandler } from '#backend/services/drawing/job.ts'
import { TONES_JOB, tonesHandler } from '#backend/services/drawing/fill-tones.ts'
import { startJobs } from '#backend/services/job/runner.ts'
import { createLimits } from '#backend/services/limit/limits.ts'
import { newId } from '#backend/services/project/id.ts'
import { createPictures } from '#backend/services/picture/pictures.ts'
import { importProject } from '#backend/services/project/import.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { createBackendPool } from '#backend/worker/pool.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** One for all tests of a file; its processes end with the test runner's. */
export const workers = createBackendPool()

/** Starts PGlite in a process of its own, in memory or on a folder; says its address. */
export async function startPglite(target = '--memory') {
  const child = fork(path.join(root, 'scripts/pglite.ts'), [target], {
    execPath: path.join(root, 'node_modules/.bin/node'),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(z.object({ url: z.string() }).parse(message).url))
    child.once('exit', (code) => reject(new Error(`PGlite ended with ${code}`)))
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return gone
  }
  return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** An empty database: on the server that `TEST_DATABASE_URL` names, else on PGlite. */
export async function startDatabase() {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return { ...(await startPglite()), poolSize: 1 }
  const name = `test_${newId().toLowerCase().replace(/\W/g, 'x')}`
  const run = async (statement: string) => {
    const client = new Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, poolSize: 4, stop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) }
}

/** What an app is made of, with nobody to write to or to sign in with. */
export function quietParts(db: Parts['db'], storage: Parts['storage']): Parts {
  const log = pino({ level: 'silent' })
  const clock = () => new Date()
  return {
    db,
    storage,
    workers,
    pictures: createPictures({ db, storage, workers, log, clock, maxBytes: 1024 ** 3 }),
    jobs: { wake: () => undefined },
    log,
    faults: createFaultLog(log),
    clock,
    internalSecret: undefined,
    limits: createLimits(db),
    // All calls of a test come from one address; tests of the limits pass buckets of their own.
    buckets: createBuckets({ factor: 1e6 }),
    send: async () => undefined,
    checkMail: () => 'ok',
    providers: {},
    site: { name: 'Keystrip', url: 'http://localhost:3000', supportEmail: 'help@example.com' },
    github: { apiUrl: 'http://127.0.0.1:9', token: undefined },
    uploadMaxBytes: 100 * 1024 * 1024,
    accountQuotaBytes: 2 * 1024 * 1024 * 1024,
    accessMs: 30 * 60 * 1000,
  }
}

/** The backend's app on an empty migrated database, with a clock that tests set. */
export async function startTestBackend(parts: Partial<Parts> = {}) {
  const database = await startDatabase()
  const db = connect(database)
  await migrate(database.url)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'files-'))
  const storage = createFolderStorage(folder)
  const messages: Message[] = []
  let now = new Date('2026-06-01T12:00:00Z')
  const clock = () => now
  const quiet = { ...quietParts(db, storage), clock, ...parts }
  const jobs = startJobs({
    db,
    log: quiet.log,
    faults: quiet.faults,
    handlers: {
      [DRAWINGS_JOB]: drawingsHandler({ db, storage, workers: quiet.workers }),
      [TONES_JOB]: tonesHandler({ db, storage, workers: quiet.workers }),
    },
    concurrency: 1,
  })
  const pictures = createPictures({ ...quiet, maxBytes: 1024 ** 3 })
  const send: Parts['send'] = async (message) => void messages.push(message)
  const app = createApp({ ...quiet, jobs, send, pictures, ...parts })
  return {
    app,
    db,
    database,
    storage,
    pictures,
    workers,
    jobs,
    /** Where the storage keeps its objects. */
    folder,
    /** What was sent to people. */
    messages,
    setClock: (iso: string) => {
      now = new Date(iso)
    },
    /** Puts a project into the catalogue; what matters to the test is said. */
    add: (said: Partial<DemoProject> = {}) =>
      importProject({ db, storage, workers }, aDemoProject(said), newId()),
    /** Asks below `/api/v1` and returns status and envelope. */
    get: async (address: string, init?: RequestInit) => {
      const response = await app.request(`/api/v1${address}`, init)
      return { status: response.status, ...envelopeSchema.parse(await response.json()) }
    },
    /** With more time than a statement of the backend has: on a busy disk it takes a second. */
    empty: () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL statement_timeout = 3000`)
        await tx.execute(
          sql`TRUNCATE authors, audit, repository_proofs, files, codes, rate_limits, visits, visit_counts, salts, milestones, search_words, jobs CASCADE`,
        )
      }),
    stop: async () => {
      await jobs.stop()
      await db.close()
      await database.stop()
      await rm(folder, { recursive: true })
    },
  }
}
export type TestBackend = Awaited<ReturnType<typeof startTestBackend>>

/** A project for `importProject`, with pictures of a few bytes. */
export function aDemoProject(said: Partial<DemoProject> = {}): DemoProject {
  const image = {
    bytes: Buffer.from('RIFF'),
    width: 1200,
    height: 750,
    alt: '',
    placeholder: 'data:image/webp;base64,AA==',
  }
  return {
    kind: 'icon',
    title: 'Weather',
    description: 'Made for a test.',
    author: 'Ada',
    version: '1.0.0',
    operating_systems: ['all'],
    minimum_version: '1.0.0',
    cover: image,
    gallery: [image],
    category: 'other',
    tags: [],
    sample: false,
    views: 0,
    downloads: 0,
    installs: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    file: null,
    ...said,
  }
}
