import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { z } from 'zod'
import { listSchema } from '#lib/contract/list.ts'
import { buildIfChanged } from '#scripts/build.ts'
import { startStack } from '#scripts/stack.ts'
import { freePort } from '#scripts/free-port.ts'
import { cpuSeconds } from './processor.ts'
import { circumstances, writePart } from './report.ts'

const SECONDS = 5
const CONNECTIONS = 20
type Row = { name: string; rate: number; p50: number; p99: number; cpuMs: number; errors: number }

/** Loads one address for a fixed time, or many addresses once each. */
async function measure(
  name: string,
  base: string,
  pids: number[],
  target: string | string[],
  headers: Record<string, string> = {},
): Promise<Row> {
  let count = 0
  const before = pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const result = await autocannon({
    url: base,
    connections: CONNECTIONS,
    ...(typeof target === 'string' ? { duration: SECONDS } : { amount: target.length }),
    headers: { 'accept-encoding': 'gzip', ...headers },
    requests: [
      typeof target === 'string'
        ? { path: target }
        : {
            setupRequest: (request) => {
              count += 1
              return { ...request, path: target[count % target.length] ?? '/' }
            },
          },
    ],
  })
  const cpu = pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0) - before
  return {
    name,
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (cpu * 1000) / result.requests.total,
    errors: result.non2xx + result.errors,
  }
}

/** Raw `node:http` that sends these bytes, in the same process as the load generator. */
async function measureRaw(body: Buffer): Promise<Row> {
  const port = await freePort()
  const server = createServer((_, res) => {
    res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const row = await measure('raw node:http', `http://127.0.0.1:${port}`, [process.pid], '/')
  server.close()
  return row
}

/** Detail pages of all icon packs in languages that are not cached yet. */
async function detailPages(api: string): Promise<string[]> {
  const list = await fetch(`${api}/icon/list?limit=100`)
  const { items } = z.object({ data: listSchema }).parse(await list.json()).data
  return ['fr', 'de', 'ja', 'zh-cn'].flatMap((locale) =>
    items.map(({ id }) => `/${locale}/home/iconpack/detail/${id}`),
  )
}

async function revalidationKey(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile('.next/prerender-manifest.json', 'utf8'))
  const schema = z.object({ preview: z.object({ previewModeId: z.string() }) })
  return schema.parse(manifest).preview.previewModeId
}

/**
 * Measures pages and calls on the demo catalogue against raw `node:http` that sends the same bytes, in
 * one run.
 */
export async function benchPages(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-'))
  const [port, backendPort] = [await freePort(), await freePort()]
  await buildIfChanged(console.log)
  const stack = await startStack({
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      BACKEND_PORT: String(backendPort),
      BACKEND_URL: '',
      DATABASE_URL: '',
      // All requests come from one address.
      RATE_FACTOR: '1000000',
    },
    dataDir,
    print: console.log,
    onProgress: () => undefined,
    onExit: console.error,
  })
  try {
    const web = `http://127.0.0.1:${port}`
    const api = `http://127.0.0.1:${backendPort}/api/v1`
    const all = Object.values(stack.pids()).filter((pid) => pid !== undefined)
    const pids = { web: [stack.pids()['web app'] ?? 0], all }
    const list = await fetch(`${api}/icon/list`)
    const { items } = z.object({ data: listSchema }).parse(await list.json()).data
    const id = items[0]?.id
    const page = await fetch(`${web}/home/iconpack`, { headers: { 'accept-encoding': 'identity' } })
    const { gzipSync } = await import('node:zlib')
    const body = gzipSync(await page.text())

    const rows: Row[] = [await measureRaw(body)]
    const add = async (...args: Parameters<typeof measure>) => {
      const row = await measure(...args)
      console.log(
        `${row.name}: ${row.rate.toFixed(0)}/s, ${row.cpuMs.toFixed(2)} ms of processor time`,
      )
      rows.push(row)
    }
    await add('home, cached', web, pids.web, '/home/index')
    await add('list, cached', web, pids.web, '/home/iconpack')
    await add('detail, cached', web, pids.web, `/home/iconpack/detail/${id}`)
    // The home page has no views: Next renders it again for requests with the key of its build, as
    // `revalidate` does. The query bypasses the page cache.
    const homes = Array.from({ length: 200 }, (_, index) => `/home/index?n=${index}`)
    const revalidation = { 'x-prerender-revalidate': await revalidationKey() }
    await add('home, rendered', web, pids.all, homes, revalidation)
    const views = Array.from(
      { length: 400 },
      (_, index) => `/home/iconpack?minimum_version=9.0.${index}`,
    )
    await add('list, rendered', web, pids.all, views)
    await add('detail, rendered', web, pids.all, await detailPages(api))
    await add('API list (backend)', api, pids.all, '/api/v1/icon/list')
    await add('API detail (backend)', api, pids.all, `/api/v1/icon/${id}`)
    await add('API popular (backend)', api, pids.all, '/api/v1/index/popular')
    await add('API list (through the web app)', web, pids.all, '/api/v1/icon/list')
    await writePart('pages', report(rows, body.length))
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function report(rows: Row[], bytes: number): string {
  const raw = rows[0]?.rate ?? 1
  const cached = rows.find(({ name }) => name === 'list, cached')?.cpuMs ?? 0
  const rendered = rows.find(({ name }) => name === 'list, rendered')?.cpuMs ?? 1
  const cells = rows.map(
    ({ name, rate, p50, p99, cpuMs, errors }) =>
      `| ${name} | ${rate.toFixed(0)} | ${p50} | ${p99} | ${cpuMs.toFixed(2)} | ${(rate / raw).toFixed(3)} | ${errors} |`,
  )
  return `## Pages and calls on the demo catalogue

Measured by \`npm run bench\` on ${circumstances()}, the demo catalogue on the
embedded database, ${CONNECTIONS} connections for ${SECONDS} s each, everything on one machine, including the load generator.
Compare the ratios, not the absolute figures. Raw \`node:http\` sends the same ${bytes} gzipped bytes from
the process of the load generator, so its processor time includes both.

| Request | requests/s | p50 ms | p99 ms | processor ms per request | ratio to raw | errors |
| --- | --: | --: | --: | --: | --: | --: |
${cells.join('\n')}

A cached list costs ${((cached / rendered) * 100).toFixed(1)} % of the processor time of a rendered one (goal: at most 10 %).
`
}
