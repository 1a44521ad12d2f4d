import { execFile, execFileSync } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { z } from 'zod'

/** wrk is stopped this long after the end of its run, in ms. */
const GRACE_MS = 15_000

export type Load = { rate: number; p50: number; p99: number; requests: number; errors: number }
type Options = {
  base: string
  /** Asked for in this order, again and again. */
  paths: readonly string[]
  connections: number
  seconds: number
  /** Number of visitors behind a trusted proxy that the requests belong to; 0: no proxy. */
  clients?: number
  /** Header `Host`, and any certificate is accepted. */
  host?: string
}

const resultSchema = z.object({
  requests: z.number(),
  microseconds: z.number(),
  p50: z.number(),
  p99: z.number(),
  errors: z.number(),
})

/** The tool that makes the load: wrk, or without it autocannon, which reaches its own limits first. */
export const generator = hasWrk() ? 'wrk' : 'autocannon'
if (generator !== 'wrk') {
  console.log('wrk is missing (Debian: apt-get install wrk): autocannon makes the load instead.')
}

/** Loads addresses of one server for a fixed time. Times in ms; errors are answers other than 2xx too. */
export function load(options: Options): Promise<Load> {
  return generator === 'wrk' ? byWrk(options) : byAutocannon(options)
}

async function byWrk({
  base,
  paths,
  connections,
  seconds,
  clients = 0,
  host,
}: Options): Promise<Load> {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'load-'))
  const list = path.join(folder.path, 'paths')
  await writeFile(list, `${paths.join('\n')}\n`)
  const words = `--threads 1 --connections ${connections} --duration ${seconds}s --timeout 10s`
  const header = ['--header', 'Accept-Encoding: br']
  if (host !== undefined) header.push('--header', `Host: ${host}`)
  const args = [...words.split(' '), ...header, '--script', 'bench/load.lua', base]
  args.push('--', list, String(clients))
  const timeout = seconds * 1000 + GRACE_MS
  const { stdout } = await promisify(execFile)('wrk', args, { timeout })
  const text = /^result (.+)$/m.exec(stdout)?.[1] ?? 'null'
  const { requests, microseconds, p50, p99, errors } = resultSchema.parse(JSON.parse(text))
  const rate = requests / (microseconds / 1e6)
  return { rate, p50: p50 / 1000, p99: p99 / 1000, requests, errors }
}

async function byAutocannon({ base, paths, connections, seconds, clients = 0, host }: Options) {
  let count = 0
  const { requests, latency, non2xx, errors } = await autocannon({
    url: base,
    connections,
    duration: seconds,
    headers: { 'accept-encoding': 'br', ...(host !== undefined && { host }) },
    requests: [
      {
        setupRequest: (request) => {
          count += 1
          const address = `10.1.0.${(count % Math.max(clients, 1)) + 1}`
          const forwarded = clients > 0 ? { 'x-forwarded-for': address } : {}
          const headers = { ...request.headers, ...forwarded }
          return { ...request, headers, path: paths[count % paths.length] ?? '/' }
        },
      },
    ],
  })
  return {
    rate: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    requests: requests.total,
    errors: non2xx + errors,
  }
}

/** Asks for each address once, `atOnce` at a time. Each has to be answered with 200. @returns the times in ms, sorted. */
export async function askEach(
  base: string,
  paths: readonly string[],
  { atOnce = 1, accept = 'gzip, br' }: { atOnce?: number; accept?: string } = {},
): Promise<number[]> {
  const times: number[] = []
  const queue = paths.values()
  const visitor = async () => {
    for (const target of queue) {
      const begun = performance.now()
      const response = await fetch(`${base}${target}`, { headers: { 'accept-encoding': accept } })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${target} answers ${response.status}.`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visitor))
  return times.toSorted((a, b) => a - b)
}

function hasWrk(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v wrk'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
