import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setGauge, setSimpleGauge } from './registry.ts'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
/** What a scrape may take to send its request, in ms, and how many connections may be open. */
const REQUEST_MS = 5_000
const CONNECTIONS_MAX = 20

type Options = { port: number | undefined; host: string; token: string | undefined }
/** An answer for `/metrics` on the normal port. */
export type MetricsAnswer = { status: number; headers: Record<string, string>; body: string }
export type MetricsEndpoint = {
  /** Answers by the `Authorization` header; `undefined` without a token: the path does not exist. */
  answer: ((authorization: string | undefined) => Promise<MetricsAnswer>) | undefined
  /** Closes the own port. */
  close: () => void
}

/**
 * Serves the metrics of this process: on a port of its own without a token, and on the normal port with
 * one. Without either, nothing is loaded.
 * @throws Error with one sentence if the port is taken.
 */
export async function startMetrics({ port, host, token }: Options): Promise<MetricsEndpoint> {
  if (port === undefined && token === undefined)
    return { answer: undefined, close: () => undefined }
  // OpenTelemetry's exporter, of several MB.
  const { renderMetrics } = await import('./prometheus.ts')
  observeProcess()
  const answer = async (authorization: string | undefined): Promise<MetricsAnswer> => {
    if (token === undefined || !isBearer(authorization, token)) return REFUSED
    return { status: 200, headers: HEADERS, body: await renderMetrics() }
  }
  const close = port === undefined ? () => undefined : await listen(port, host, renderMetrics)
  return { answer: token === undefined ? undefined : answer, close }
}

const HEADERS = { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' }
const REFUSED: MetricsAnswer = {
  status: 401,
  headers: { ...HEADERS, 'www-authenticate': 'Bearer realm="metrics"' },
  body: 'Unauthorized\n',
}

/** Whether a header has the token; takes as long for any wrong one. */
export function isBearer(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer ([\x20-\x7e]{1,500})$/i.exec(authorization ?? '')?.[1] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

async function listen(port: number, host: string, render: () => Promise<string>) {
  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url?.split('?', 1)[0] !== '/metrics') return void res.writeHead(404).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405).end()
    const body = await render()
    res.writeHead(200, HEADERS).end(req.method === 'HEAD' ? undefined : body)
  }
  const server = createServer({ requestTimeout: REQUEST_MS }, (req, res) => {
    respond(req, res).catch(() => res.destroy())
  })
  server.maxConnections = CONNECTIONS_MAX
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE'
      reject(isTaken ? new Error(`The port ${port} for metrics is taken.`) : error)
    })
    server.listen(port, host, resolve)
  })
  // A process that has nothing else to do ends.
  server.unref()
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** Resolution of the measurement of the event loop, in ms. */
const RESOLUTION_MS = 20
const QUANTILES = [50, 99, 100]

/** Gauges of the process: memory, descriptors, event loop. The measurement of the event loop starts here. */
function observeProcess(): void {
  const startedAt = Date.now() / 1000 - process.uptime()
  setSimpleGauge('process_start_time_seconds', () => startedAt)
  setSimpleGauge('process_resident_memory_bytes', () => process.memoryUsage.rss())
  setSimpleGauge('process_open_fds', async () => (await readdir('/proc/self/fd')).length)
  setSimpleGauge('nodejs_heap_used_bytes', () => process.memoryUsage().heapUsed)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  setGauge('nodejs_eventloop_delay_seconds', () => {
    const reading = QUANTILES.map((quantile) => ({
      labels: [String(quantile / 100)],
      // The timer's own interval is part of what is measured.
      value: Math.max(0, delay.percentile(quantile) / 1e9 - RESOLUTION_MS / 1000),
    }))
    delay.reset()
    return reading
  })
}
