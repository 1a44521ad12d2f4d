import { createServer } from 'node:http'
import path from 'node:path'
import next from 'next'
import pino from 'pino'
import { parseEnv } from '#lib/env.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { boundConnections, SERVER_OPTIONS } from '#lib/limits/connections.ts'
import { createClientResolver } from './client-address.ts'
import { createHandler } from './handler.ts'
import { createGuard } from './limits.ts'
import { createPageCache } from './page-cache.ts'
import { onStop } from './parent.ts'
import { loadStatusPages } from './status-pages.ts'

/** Requests that are being answered have this long when the server is asked to stop. */
const STOP_MS = 10_000
/** A visitor has an answer within 8 s; the rest of it is for sending the status page. */
const PAGE_DEADLINE_MS = 7_500
/** By this symbol the code in Next's bundles, a module graph of its own, finds the cache. */
const CACHE_SYMBOL = Symbol.for('keystrip.page-cache')
/** By this one it knows that addresses were settled here, and may be vouched for (lib/api/forward.ts). */
const SERVER_SYMBOL = Symbol.for('keystrip.server')

const dev = process.argv.includes('--dev')
const dir = process.cwd()
const log = pino({ name: 'web', level: process.env.LOG_LEVEL || 'warn' })

async function main() {
  const env = parseEnv(process.env)
  const app = next({ dev, dir, hostname: 'localhost', port: env.PORT })
  await app.prepare()

  const cache = createPageCache()
  Object.assign(globalThis, { [CACHE_SYMBOL]: { clear: cache.clear }, [SERVER_SYMBOL]: true })
  const server = createServer(SERVER_OPTIONS)
  const resolveClient = createClientResolver(env.TRUSTED_PROXIES)
  const { endStalled } = boundConnections(server, {
    isExempt: (peer) => resolveClient(peer, undefined).viaTrustedProxy,
  })
  const handle = createHandler({
    next: app.getRequestHandler(),
    pages: dev ? { find: () => undefined } : loadStatusPages(path.join(dir, '.next')),
    cache,
    siteUrl: env.SITE_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    pageDeadlineMs: dev ? 0 : PAGE_DEADLINE_MS,
    guard: createGuard({ buckets: createBuckets({ factor: env.RATE_FACTOR }), endStalled }),
    onFault: ({ error, ...request }) => log.error({ ...request, err: error }, 'request failed'),
  })

  let isStopping = false
  server.on('request', (req, res) => {
    if (isStopping) res.setHeader('connection', 'close')
    void handle(req, res)
  })
  onStop(() => {
    isStopping = true
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const late = setTimeout(() => server.closeAllConnections(), STOP_MS)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(late)
      app.close().finally(() => process.exit(0))
    })
  })
  server.once('error', (error) => {
    fail('code' in error && error.code === 'EADDRINUSE' ? `Port ${env.PORT} is taken.` : error)
  })
  server.listen(env.PORT, env.HOST, () => {
    process.send?.({ ready: true, url: `http://localhost:${env.PORT}` })
    log.info({ port: env.PORT }, 'listening')
  })
}

function fail(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
