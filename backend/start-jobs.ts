import { availableParallelism } from 'node:os'
import type { Dependencies } from './dependencies.ts'
import { AGAIN_JOB, againHandler } from './services/drawing/make-again.ts'
import { DRAWINGS_JOB, drawingsHandler } from './services/drawing/job.ts'
import type { JobName } from './services/job/queue.ts'
import { type Handler, type Jobs, startJobs } from './services/job/runner.ts'
import { RELEASE_JOB } from './services/release/deliveries.ts'
import { releaseHandler } from './services/release/job.ts'

/** Jobs on files that run at the same time, and of them places that only quick jobs get: one core is left for them and for requests. */
const FILES = Math.max(2, availableParallelism())
const QUICK_FILES = 1
/** Releases that are read at the same time. They mostly wait for GitHub, with workers of their own, so that no upload waits for them. */
const RELEASES = 4
/** Of them those that an account may have, on all backends. */
const RELEASES_OF_ACCOUNT = 2

type Deps = Parameters<typeof releaseHandler>[0] & Pick<Dependencies, 'log' | 'failures'>

type Job = { runner: 'files' | 'releases'; handler: (deps: Deps) => Handler }
/** Every job with its handler, and the runner that has its places. */
const JOBS: Readonly<Record<JobName, Job>> = {
  [DRAWINGS_JOB]: { runner: 'files', handler: drawingsHandler },
  [AGAIN_JOB]: { runner: 'files', handler: againHandler },
  [RELEASE_JOB]: { runner: 'releases', handler: releaseHandler },
}

const handlersOf = (wanted: Job['runner'], deps: Deps) =>
  Object.fromEntries(
    Object.entries(JOBS)
      .filter(([, { runner }]) => runner === wanted)
      .map(([name, { handler }]) => [name, handler(deps)]),
  )

/** Runs the jobs of the backend until they are stopped. */
export function startBackendJobs(deps: Deps): Jobs {
  const runners = [
    startJobs({
      ...deps,
      handlers: handlersOf('files', deps),
      concurrency: FILES - QUICK_FILES,
      quick: QUICK_FILES,
    }),
    startJobs({
      ...deps,
      handlers: handlersOf('releases', deps),
      concurrency: RELEASES,
      perShare: RELEASES_OF_ACCOUNT,
    }),
  ]
  return {
    wake: () => runners.forEach((runner) => runner.wake()),
    stop: async () => void (await Promise.all(runners.map((runner) => runner.stop()))),
  }
}
