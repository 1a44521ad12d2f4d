import { availableParallelism } from 'node:os'
import type { Dependencies } from './dependencies.ts'
import { BACKUP_JOB, backupHandler } from './services/backup/job.ts'
import { FITTING_JOB, fittingHandler } from './services/fitting/fill-fitting.ts'
import { COMPARE_JOB, compareHandler } from './services/compare/job.ts'
import { AGAIN_JOB, againHandler } from './services/drawing/make-again.ts'
import { DRAWINGS_JOB, drawingsHandler } from './services/drawing/job.ts'
import { LABELS_JOB, labelsHandler } from './services/drawing/label-again.ts'
import type { JobName } from './services/job/queue.ts'
import { type JobHandler, type Jobs, startJobs } from './services/job/runner.ts'
import { INDEX_AUTHOR_JOB, indexAuthorHandler } from './services/name/index-author.ts'
import { SKELETONS_JOB, skeletonsHandler } from './services/name/fill-skeletons.ts'
import { readmeHandler } from './services/plugin/readme-pictures.ts'
import { README_JOB } from './services/project/readme.ts'
import { SHARDS_JOB, shardsHandler } from './services/project/shards.ts'
import { RELEASE_JOB } from './services/release/deliveries.ts'
import { releaseHandler } from './services/release/job.ts'
import { bulkHandler } from './services/moderation/job.ts'
import { DEMO_JOB, demoHandler } from './services/operator/demo-job.ts'
import { BULK_JOB } from './services/moderation/job-name.ts'
import { DIGEST_JOB, digestHandler } from './services/report/digest.ts'
import { REPORT_JOB, reportHandler } from './services/report/job.ts'
import { RELATED_JOB, relatedHandler } from './services/search/related.ts'
import { INDEX_AGAIN_JOB, indexAgainHandler } from './services/search-index/index-again.ts'

type Deps = Parameters<typeof releaseHandler>[0] &
  Parameters<typeof backupHandler>[0] &
  Parameters<typeof readmeHandler>[0] &
  Parameters<typeof bulkHandler>[0] &
  Parameters<typeof digestHandler>[0] &
  Pick<Dependencies, 'log' | 'failures' | 'clock'>

/** How many jobs each runner runs at the same time, and how many of them for one account on all backends. */
const RUNNERS = {
  /** Jobs on files. One core is left for quick ones and for requests. */
  files: { concurrency: Math.max(2, availableParallelism()) - 1, quick: 1 },
  /** Releases mostly wait for GitHub, with workers of their own, so that no upload waits for them. */
  releases: { concurrency: 4, perPayer: 2 },
  /** READMEs whose pictures are taken, in turns. Nothing else waits for them. */
  readmes: { concurrency: 3, perPayer: 1 },
  /** Nothing waits for a backup. */
  backups: { concurrency: 1, pollMs: 30_000 },
} as const
type Runner = keyof typeof RUNNERS
type Job = { runner: Runner; handler: (deps: Deps) => JobHandler }
/** Every job with its handler, and the runner that has its places. */
const JOBS: Readonly<Record<JobName, Job>> = {
  [DRAWINGS_JOB]: { runner: 'files', handler: drawingsHandler },
  [AGAIN_JOB]: { runner: 'files', handler: againHandler },
  [LABELS_JOB]: { runner: 'files', handler: labelsHandler },
  [INDEX_AUTHOR_JOB]: { runner: 'files', handler: indexAuthorHandler },
  [SKELETONS_JOB]: { runner: 'files', handler: skeletonsHandler },
  [RELEASE_JOB]: { runner: 'releases', handler: releaseHandler },
  [README_JOB]: { runner: 'readmes', handler: readmeHandler },
  // They mostly wait for the database, and no upload for them.
  [INDEX_AGAIN_JOB]: { runner: 'releases', handler: indexAgainHandler },
  [FITTING_JOB]: { runner: 'releases', handler: fittingHandler },
  [SHARDS_JOB]: { runner: 'releases', handler: shardsHandler },
  [COMPARE_JOB]: { runner: 'releases', handler: compareHandler },
  [RELATED_JOB]: { runner: 'releases', handler: relatedHandler },
  [BULK_JOB]: { runner: 'files', handler: bulkHandler },
  [DEMO_JOB]: { runner: 'releases', handler: demoHandler },
  [REPORT_JOB]: { runner: 'releases', handler: reportHandler },
  [DIGEST_JOB]: { runner: 'releases', handler: digestHandler },
  // Takes hours, in a process of its own.
  [BACKUP_JOB]: { runner: 'backups', handler: backupHandler },
}

function startRunner(runner: Runner, deps: Deps): Jobs {
  const handlers = Object.entries(JOBS)
    .filter(([, job]) => job.runner === runner)
    .map(([name, { handler }]) => [name, handler(deps)])
  return startJobs({ ...deps, handlers: Object.fromEntries(handlers), ...RUNNERS[runner] })
}

/** Runs the jobs of the backend until they are stopped. */
export function startBackendJobs(deps: Deps): Jobs {
  const names: Runner[] = [
    'files',
    'releases',
    'readmes',
    ...(deps.backups ? ['backups' as const] : []),
  ]
  const runners = names.map((name) => startRunner(name, deps))
  return {
    wake: () => runners.forEach((runner) => runner.wake()),
    stop: async () => void (await Promise.all(runners.map((runner) => runner.stop()))),
  }
}
