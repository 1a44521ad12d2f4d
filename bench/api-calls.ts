import { startLoopback } from '#tests/support/loopback.ts'
import { percentile } from './report.ts'

/** Requests before those that are measured. */
export const WARM_UP = 80

/** Times of calls in ms, and the distinct paths, the slowest first. */
export type CallTimes = { p50: number; p99: number; slowest: string[] }

/** Starts the backend alone, on the embedded database in `dataDir` if `databaseUrl` is undefined. */
export async function startApi(dataDir: string, databaseUrl: string | undefined) {
  const { backend, stop } = await startLoopback({
    dataDir,
    isHeadless: true,
    variables: { DATABASE_URL: databaseUrl, RATE_FACTOR: '1000000' },
  })
  return { api: `${backend}/api/v1`, stop }
}

/** Requests the paths one after the other; a path that occurs again counts each time. */
export async function timeCalls(api: string, paths: string[]): Promise<CallTimes> {
  const times: { path: string; ms: number }[] = []
  for (const [index, path] of [...paths.slice(0, WARM_UP), ...paths].entries()) {
    const startedAt = performance.now()
    const response = await fetch(`${api}${path}`)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}.`)
    if (index >= WARM_UP) times.push({ path, ms: performance.now() - startedAt })
  }
  const sorted = times.toSorted((a, b) => a.ms - b.ms)
  const ms = sorted.map((time) => time.ms)
  return {
    p50: percentile(ms, 0.5),
    p99: percentile(ms, 0.99),
    slowest: [...new Set(sorted.toReversed().map(({ path }) => path))],
  }
}
