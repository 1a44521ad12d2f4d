import { VERSION } from '#lib/version.ts'
import type { Dependencies } from '#backend/dependencies.ts'
import type { Handlers } from '#backend/http/router.ts'
import {
  discardJob,
  readJobs,
  readMade,
  readStorage,
  retryJob,
  runBackup,
} from '#backend/services/backup/system.ts'
import { removeDemo } from '#backend/services/operator/demo-job.ts'
import { readDoctor } from '#backend/services/operator/last-doctor.ts'
import { endSetup, readSetup } from '#backend/services/operator/setup.ts'
import { testMail } from '#backend/services/operator/test-mail.ts'
import { backupTimes } from './health.ts'

/** The setup of a new site, and its machinery. */
export function systemHandlers(deps: Dependencies) {
  const { db, clock, dataDir, backups, storage, jobs } = deps
  return {
    setup: ({ actor }) => readSetup(db, actor),
    endSetup: ({ actor }) => endSetup(db, actor, clock()),
    removeDemo: async ({ actor }) => {
      await removeDemo(db, actor, clock())
      jobs.wake()
    },
    testMail: ({ actor }) => testMail(deps, actor),
    system: async () => {
      const [queue, stored, free, times, made, doctor] = await Promise.all([
        readJobs(db),
        readStorage(db),
        storage.freeBytes().catch(() => null),
        backupTimes(deps),
        readMade(db, backups),
        dataDir === undefined ? null : readDoctor(dataDir),
      ])
      return {
        version: VERSION,
        jobs: queue,
        storage: stored,
        free_bytes: free,
        backups: { ...times, ...made },
        doctor,
      }
    },
    retryJob: async ({ actor, body: { id } }) => {
      await retryJob(db, actor, id, clock())
      jobs.wake()
    },
    discardJob: ({ actor, query: { id } }) => discardJob(db, actor, id, clock()),
    runBackup: async ({ actor }) => {
      await runBackup(db, backups, actor, clock())
      jobs.wake()
    },
  } satisfies Partial<Handlers>
}
