import { setFollower } from '#lib/cache/state.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { setProcessState } from '#lib/process-state.ts'
import { createGuard } from '#server/limits.ts'
import { createAnswerCache } from '#server/page-cache.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { stubVariables } from '#tests/support/web-variables.ts'
import { startSite } from './stub-site.ts'

export const SECRET = 'a-secret-of-the-test'
export const LIST = '/api/v1/icon/list'
/** `Cache-Status` of a kept answer. */
export const HIT = /^keystrip; hit; ttl=\d+$/

export type Api = Awaited<ReturnType<typeof startApi>>

/**
 * The server in front of a backend, with a stub in place of the framework. The backend answers with a list of the projects `a` and `b`.
 * @param factor of the rate limits.
 */
export async function startApi({ factor = 1 } = {}) {
  const backend = await startFaultyBackend()
  stubVariables({ BACKEND_URL: backend.url, INTERNAL_SECRET: SECRET })
  /** `age`: for how long changes may be unknown, in ms; `ids`: of the projects in lists; `now`: ms of the clock of answers. */
  const state = { age: 0, ids: ['a', 'b'], now: 1_000_000 }
  /** Addresses of requests that reached the framework. */
  const passed: string[] = []
  const answers = createAnswerCache(() => state.now)
  const buckets = createBuckets({ now: () => 0, factor })
  const listed = () => ({
    items: state.ids.map((id) => ({ kind: 'icon', id, title: 'x'.repeat(1000) })),
    total: state.ids.length,
    next: 'abc_-1',
  })
  backend.behave((_, res) => answer(res, 200, listed()))
  setProcessState('isBehindServer', true)
  setFollower({ poke: () => undefined, next: async () => undefined, age: () => state.age })
  const site = await startSite(
    (req, res) => {
      passed.push(req.url ?? '')
      res.end('the framework')
    },
    { answers, guard: createGuard({ buckets, endStalled: () => false }) },
  )
  return {
    ...site,
    state,
    backend,
    answers,
    passed,
    listed,
    async statusOf(path: string, headers: Record<string, string> = {}) {
      return (await site.ask(path, { headers })).headers['cache-status']
    },
    /** Answers when they are released, as of when they were asked for. */
    hold() {
      const held: (() => void)[] = []
      backend.behave((_, res) => {
        const now = listed()
        held.push(() => answer(res, 200, now))
      })
      return held
    },
    async stop() {
      setFollower(undefined)
      setProcessState('isBehindServer', undefined)
      await site.stop()
      await backend.stop()
    },
  }
}
