import '#lib/limits/buffer-pool.ts'
import { createServer } from 'node:http'
import { format } from 'node:util'
import next from 'next'
import pino from 'pino'
import { createFailureLog } from '#lib/log/failures.ts'
import { describeError, withoutQueries } from '#lib/log/text.ts'
import { followChanges } from '#lib/cache/follow.ts'
import { type Env, parseEnv } from '#lib/env.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { setProcessState } from '#lib/process-state.ts'
import { boundConnections, SERVER_OPTIONS } from '#lib/limits/connections.ts'
import { createClientResolver } from './client-address.ts'
import { createHandler } from './handler.ts'
import { createHealth } from './health.ts'
import { createGuard } from './limits.ts'
import { createPolicies } from './policy.ts'
import { createPolicyReports } from './policy-reports.ts'
import { createPageCache } from './page-cache.ts'
import { onStop } from './shutdown.ts'
import { renderStatusPages } from './status-pages.ts'

/** Grace period of open requests at shutdown, in ms. */
const STOP_MS = 10_000
/** Deadline of a page in ms. Visitors get a response within 8 s; the rest is for the status page. */
const PAGE_DEADLINE_MS = 7_500

const dev = process.argv.includes('--dev')
const dir = process.cwd()

async function main() {
  // Next writes caches of rendered pages to disk: only this user may read them.
  process.umask(0o077)
  const env = parseEnv(process.env)
  const serializers = { err: describeError }
  const log = pino({ name: 'web', level: env.LOG_LEVEL, serializers }, pino.destination(2))
  const failures = createFailureLog(log)
  // Next logs errors to the console, with the query strings of addresses.
  if (!dev) {
    const error = (...values: unknown[]) => {
      const failure = values.find(isBackendFailure)
      if (failure) failures.failed('backend', failure)
      else log.error(withoutQueries(format(...values)))
    }
    Object.assign(console, { error })
  }
  const app = next({ dev, dir, hostname: 'localhost', port: env.PORT })
  await app.prepare()

  const cache = createPageCache()
  setProcessState('isBehindServer', true)
  const server = createServer(SERVER_OPTIONS)
  const resolveClient = createClientResolver(env.TRUSTED_PROXIES)
  const { endStalled } = boundConnections(server, {
    isExempt: (peer) => resolveClient(peer, undefined).viaTrustedProxy,
  })
  const nextHandler = app.getRequestHandler()
  const onUnprepared = (path: string, reason: string) =>
    log.warn({ path, reason }, 'scripts of a page do not wait')
  const policies = createPolicies({
    siteUrl: env.SITE_URL,
    formTargets: providerOrigins(env),
    isDev: dev,
  })
  const pages = dev
    ? { find: () => undefined }
    : await renderStatusPages((req, res) => void nextHandler(req, res), { policies, onUnprepared })
  const handle = createHandler({
    next: nextHandler,
    pages,
    policies,
    reports: createPolicyReports(env.SITE_URL, log),
    cache,
    siteUrl: env.SITE_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    pageDeadlineMs: dev ? 0 : PAGE_DEADLINE_MS,
    storesPages: !dev,
    sendsTags: env.SURROGATE_KEYS,
    health: createHealth(env.BACKEND_URL),
    guard: createGuard({ buckets: createBuckets({ factor: env.RATE_FACTOR }), endStalled }),
    onUnprepared,
    onError: ({ error, ...request }) => log.error({ ...request, err: error }, 'request failed'),
  })

  const stopping = new AbortController()
  const { INTERNAL_SECRET: secret, BACKEND_URL: backendUrl } = env
  if (secret !== undefined) {
    void followChanges({ backendUrl, secret, signal: stopping.signal, failures })
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
    const deadline = setTimeout(() => server.closeAllConnections(), STOP_MS)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(deadline)
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

/** Where sign-in leads to by a redirect. A provider without a client id is not offered. */
function providerOrigins(env: Env): string[] {
  const providers = [
    [env.GOOGLE_CLIENT_ID, env.GOOGLE_AUTHORIZE_URL],
    [env.GITHUB_CLIENT_ID, env.GITHUB_AUTHORIZE_URL],
    [env.DISCORD_CLIENT_ID, env.DISCORD_AUTHORIZE_URL],
  ] as const
  return providers.flatMap(([id, url]) => (id === undefined ? [] : [new URL(url).origin]))
}

/** An `ApiError` of another module graph, recognised by its digest (lib/api/error.ts). */
const isBackendFailure = (value: unknown) =>
  value instanceof Error && 'digest' in value && String(value.digest).startsWith('BACKEND;50')

function fail(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
