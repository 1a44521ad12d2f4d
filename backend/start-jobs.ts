import type { Dependencies } from './dependencies.ts'
import { TONES_JOB, tonesHandler } from './services/drawing/fill-tones.ts'
import { DRAWINGS_JOB, drawingsHandler } from './services/drawing/job.ts'
import { type Jobs, startJobs } from './services/job/runner.ts'
import { RELEASE_JOB } from './services/release/deliveries.ts'
import { releaseHandler } from './services/release/job.ts'

/** Jobs on files that run at the same time. */
const FILES = 2
/** Releases that are read at the same time. They mostly wait for GitHub, with workers of their own, so that no upload waits for them. */
const RELEASES = 4

type Deps = Parameters<typeof releaseHandler>[0] & Pick<Dependencies, 'log' | 'failures'>

/** Runs the jobs of the backend until they are stopped. */
export function startBackendJobs(deps: Deps): Jobs {
  const runners = [
    startJobs({
      ...deps,
      handlers: { [DRAWINGS_JOB]: drawingsHandler(deps), [TONES_JOB]: tonesHandler(deps) },
      concurrency: FILES,
    }),
    startJobs({
      ...deps,
      handlers: { [RELEASE_JOB]: releaseHandler(deps) },
      concurrency: RELEASES,
    }),
  ]
  return {
    wake: () => runners.forEach((runner) => runner.wake()),
    stop: async () => void (await Promise.all(runners.map((runner) => runner.stop()))),
  }
}
