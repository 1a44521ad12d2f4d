import { FILE_FORMATS } from '#lib/contract/file/file-format.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isNull } from 'drizzle-orm'
import pino from 'pino'
import { expect } from 'vitest'
import { createFailureLog } from '#lib/log/failures.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { UNDECLARED_ERROR } from '#backend/http/envelope.ts'
import { createApp } from '#backend/app.ts'
import type { Dependencies } from '#backend/dependencies.ts'
import { jobs as jobRows } from '#backend/db/tables.ts'
import { connect } from '#backend/db/connect.ts'
import type { DemoProject } from '#demo/types.ts'
import type { ComposedMail } from '#backend/mail/sender.ts'
import { createLimits } from '#backend/services/limit/limits.ts'
import { newId } from '#backend/db/new-id.ts'
import { notifyOfHold } from '#backend/services/operator/notify-operator.ts'
import { createPictures } from '#backend/services/picture/pictures.ts'
import { DEFAULT_ISSUERS } from '#backend/services/publisher/issuers.ts'
import { importProject } from '#backend/services/project/import.ts'
import { startBackendJobs } from '#backend/start-jobs.ts'
import { createDiskCheck } from '#backend/storage/check.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { createBackendPool } from '#backend/worker/pool.ts'
import { emptyTables, startDatabase } from './database.ts'
import { buildDemoProject } from './builders.ts'
import { openFilesIn } from './open-files.ts'
import { stoppedAtEnd } from './stopped-at-end.ts'
import { waitFor } from './wait.ts'

/** Shared by the test files of a vitest worker; ends with it. */
export const workers = createBackendPool()

/** Writes nothing, and throws when a call answers with an error code that it does not declare. */
const strictLog = () =>
  pino({
    level: 'warn',
    hooks: {
      logMethod([about, message]: unknown[]) {
        if (message === UNDECLARED_ERROR) throw new Error(`${message}: ${JSON.stringify(about)}`)
      },
    },
  })

/** Dependencies of an app that sends no mail and has no sign-in providers. */
export function quietParts(db: Dependencies['db'], storage: Dependencies['storage']): Dependencies {
  const log = strictLog()
  const clock = () => new Date()
  const failures = createFailureLog(log)
  const uploadMaxBytes = 100 * 1024 * 1024
  return {
    db,
    storage,
    workers,
    pictures: createPictures({ db, storage, workers, log, clock, maxBytes: 1024 ** 3 }),
    variantsMaxBytes: 1024 ** 3,
    jobs: { wake: () => undefined },
    log,
    failures,
    clock,
    internalSecret: undefined,
    limits: createLimits(db),
    // All calls of a test come from one address; tests of the limits pass buckets of their own.
    buckets: createBuckets({ factor: 1e6 }),
    send: async () => undefined,
    checkMail: async () => 'ok',
    checkDisk: createDiskCheck({ storage, failures, uploadMaxBytes }),
    providers: {},
    site: { name: 'Keystrip', url: 'http://localhost:3000', supportEmail: 'help@example.com' },
    overrides: {},
    github: { apiUrl: 'http://127.0.0.1:9', token: undefined },
    issuers: DEFAULT_ISSUERS,
    uploadMaxBytes,
    formats: FILE_FORMATS,
    accountQuota: () => 2 * 1024 * 1024 * 1024,
    accessMs: 30 * 60 * 1000,
  }
}

/** Pictures may still be written meanwhile: an entry that appears is removed as well. */
const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })

const BEGINNING = new Date('2026-06-01T12:00:00Z')

/** The backend app on an empty migrated database, with a clock that tests can set. */
export async function startTestBackend(parts: Partial<Dependencies> = {}) {
  const database = await startDatabase()
  const db = connect(database)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'files-'))
  const storage = createFolderStorage(folder)
  const messages: ComposedMail[] = []
  let now = BEGINNING
  const clock = () => now
  async function empty() {
    now = BEGINNING
    messages.length = 0
    await emptyTables(db)
  }
  const quiet = { ...quietParts(db, storage), clock, ...parts }
  const send: Dependencies['send'] = async (message) => void messages.push(message)
  const jobs = startBackendJobs({
    ...quiet,
    send,
    ...parts,
    onPublished: (project, at) => notifyOfHold({ ...quiet, send, ...parts }, project, at),
  })
  const pictures = createPictures({ ...quiet, maxBytes: 1024 ** 3 })
  const app = createApp({ ...quiet, jobs, send, pictures, ...parts })
  return {
    app,
    /** What it is built from. */
    parts: quiet,
    db,
    database,
    storage,
    pictures,
    workers,
    jobs,
    /** Folder of the stored objects. */
    folder,
    send,
    /** All messages sent. */
    messages,
    setClock: (iso: string) => {
      now = new Date(iso)
    },
    /** Adds a project to the catalogue, with the given properties. */
    add: (said: Partial<DemoProject> = {}) =>
      importProject({ db, storage, workers }, buildDemoProject(said), newId()),
    /** Sends a request below `/api/v1`. @returns status and envelope. */
    get: async (address: string, init?: RequestInit) => {
      const response = await app.request(`/api/v1${address}`, init)
      return { status: response.status, ...envelopeSchema.parse(await response.json()) }
    },
    /** As it was started, but for stored objects: without rows and sent messages, at noon of 2026-06-01. */
    empty,
    /** Empties tables and folder, when no job writes files any more. */
    async clear() {
      await waitFor(async () => {
        await db.delete(jobRows).where(isNull(jobRows.worker))
        expect(await db.$count(jobRows)).toBe(0)
      })
      await empty()
      await removeFolder(folder)
    },
    /** @throws Error if a file of an answer is still open: a test has left its body, or the backend leaks it. */
    stop: async () => {
      await jobs.stop()
      await db.close()
      await database.stop()
      await removeFolder(folder)
      await waitFor(async () => expect(await openFilesIn(folder)).toEqual([]))
    },
  }
}
/** The same for a file of tests, which stops it behind its last test. */
export const testBackend = (parts?: Partial<Dependencies>) => stoppedAtEnd(startTestBackend(parts))
export type TestBackend = Awaited<ReturnType<typeof startTestBackend>>
