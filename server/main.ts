import { createServer } from 'node:http'
import { format } from 'node:util'
import next from 'next'
import pino from 'pino'
import { createFaultLog } from '#lib/log/faults.ts'
import { describeError, withoutQueries } from '#lib/log/text.ts'
import { followChanges } from '#lib/cache/follow.ts'
import { onExpire } from '#lib/cache/state.ts'
import { parseEnv } from '#lib/env.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { boundConnections, SERVER_OPTIONS } from '#lib/limits/connections.ts'
import { createClientResolver } from './client-address.ts'
import { createHandler } from './handler.ts'
import { createHealth } from './health.ts'
import { createGuard } from './limits.ts'
import { createPageCache } from './page-cache.ts'
import { onStop } from './parent.ts'
import { renderStatusPages } from './status-pages.ts'

/** Requests that are being answered have this long when the server is asked to stop. */
const STOP_MS = 10_000
/** A visitor has an answer within 8 s; the rest of it is for sending the status page. */
const PAGE_DEADLINE_MS = 7_500
/** By this symbol the code in Next's bundles, a module graph of its own, knows that addresses were settled here, and may be vouched for (lib/api/forward.ts). */
const SERVER_SYMBOL = Symbol.for('keystrip.server')

const dev = process.argv.includes('--dev')
const dir = process.cwd()
const log = pino(
  { name: 'web', level: process.env.LOG_LEVEL || 'warn', serializers: { err: describeError } },
  pino.destination(2),
)

const faults = createFaultLog(log)

async function main() {
  // The framework's caches hold what visitors saw: for this user alone.
  process.umask(0o077)
  const env = parseEnv(process.env)
  // The framework writes there, addresses with their queries included.
  if (!dev) {
    const error = (...said: unknown[]) => {
      const failure = said.find(isBackendFailure)
      if (failure) faults.failed('backend', failure)
      else log.error(withoutQueries(format(...said)))
    }
    Object.assign(console, { error })
  }
  const app = next({ dev, dir, hostname: 'localhost', port: env.PORT })
  await app.prepare()

  const cache = createPageCache()
  onExpire(cache.clear)
  Object.assign(globalThis, { [SERVER_SYMBOL]: true })
  const server = createServer(SERVER_OPTIONS)
  const resolveClient = createClientResolver(env.TRUSTED_PROXIES)
  const { endStalled } = boundConnections(server, {
    isExempt: (peer) => resolveClient(peer, undefined).viaTrustedProxy,
  })
  const nextHandler = app.getRequestHandler()
  const pages = dev
    ? { find: () => undefined }
    : await renderStatusPages((req, res) => void nextHandler(req, res))
  const handle = createHandler({
    next: nextHandler,
    pages,
    cache,
    siteUrl: env.SITE_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    pageDeadlineMs: dev ? 0 : PAGE_DEADLINE_MS,
    health: createHealth(env.BACKEND_URL),
    guard: createGuard({ buckets: createBuckets({ factor: env.RATE_FACTOR }), endStalled }),
    onFault: ({ error, ...request }) => log.error({ ...request, err: error }, 'request failed'),
  })

  const stopping = new AbortController()
  const { INTERNAL_SECRET: secret, BACKEND_URL: backendUrl } = env
  if (secret !== undefined) {
    void followChanges({ backendUrl, secret, signal: stopping.signal, faults })
  }

  let isStopping = false
  server.on('request', (req, res) => {
    if (isStopping) res.setHeader('connection', 'close')
    void handle(req, res)
  })
  onStop(() => {
    isStopping = true
    stopping.abort()
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

/** By the digest of `ApiError` (lib/api), which comes from another module graph. */
const isBackendFailure = (said: unknown) =>
  said instanceof Error && 'digest' in said && String(said.digest).startsWith('BACKEND;50')

function fail(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
