import '#lib/limits/buffer-pool.ts'
import { createServer } from 'node:http'
import next from 'next'
import pino from 'pino'
import { createFailureLog, type FailureLog } from '#lib/log/failures.ts'
import { startMetrics } from '#lib/telemetry/endpoint.ts'
import { startTraces } from '#lib/telemetry/start-traces.ts'
import { describeError } from '#lib/log/text.ts'
import { cacheStores } from '#lib/cache/stores.ts'
import { followChanges } from '#lib/cache/follow.ts'
import { purgeCaches } from '#lib/cache/purge.ts'
import { takeSettings } from '#lib/cache/site-settings.ts'
import { type Env, parseEnv } from '#lib/env.ts'
import { createSharedBuckets } from '#lib/limits/shared-buckets.ts'
import { openRedis } from '#lib/redis/open.ts'
import { setProcessState } from '#lib/process-state.ts'
import { boundConnections, SERVER_OPTIONS } from '#lib/limits/connections.ts'
import { stopServer } from '#lib/limits/stop-server.ts'
import { shortLimit } from '#lib/limits/short-limit.ts'
import { localUrlOf } from '#lib/variables.ts'
import { setOwnAddress } from '#server/next/exchange.ts'
import { createClientResolver } from './client.ts'
import { createHandler } from './handler.ts'
import { createHealth } from './health.ts'
import { createGuard } from './limits.ts'
import { createPolicies } from './policy.ts'
import { createPolicyReports } from './policy-reports.ts'
import { createProxyWatch } from './proxy-watch.ts'
import { observeWebApp } from './observe.ts'
import { createAnswerCache, createPageCache } from './page-cache.ts'
import { storesOf } from './page-stores.ts'
import { createRenders } from './renders.ts'
import { shareCaches } from './shared-cache.ts'
import { onStop } from './shutdown.ts'
import { keepStatusPages } from './status-pages.ts'
import { createWebLog } from './web-log.ts'

/** Deadline of a page in ms. Visitors get a response within 8 s; the rest is for the status page. */
const PAGE_DEADLINE_MS = 7_500

const dev = process.argv.includes('--dev')
const dir = process.cwd()

async function main() {
  // What the process writes to disk, only this user may read.
  process.umask(0o077)
  const env = parseEnv(process.env)
  const serializers = { err: describeError }
  const log = pino({ name: 'web', level: env.LOG_LEVEL, serializers }, pino.destination(2))
  const failures = createFailureLog(log)
  const webLog = createWebLog(log, failures)
  if (!dev) Object.assign(console, { error: webLog.consoleError })
  const stopTraces = await startTraces('keystrip-web', env, failures)
  const metrics = await startMetrics({
    port: env.METRICS_PORT,
    host: env.METRICS_HOST,
    token: env.METRICS_TOKEN,
  })
  setOwnAddress(localUrlOf(env.HOST, env.PORT))
  const app = next({ dev, dir, hostname: 'localhost', port: env.PORT })
  await app.prepare()

  const redis = await openRedis(env.CACHE_URL, failures)
  const buckets = createSharedBuckets({ redis, tier: 'web', factor: env.RATE_FACTOR })
  setProcessState('buckets', buckets)
  const cache = createPageCache()
  const answers = createAnswerCache()
  const stores = storesOf(cache)
  for (const name of ['pages', 'data', 'files', 'refusals'] as const) {
    cacheStores.set(name, stores[name])
  }
  cacheStores.set('api', storesOf(answers).pages)
  const shared = dev ? undefined : await shareCaches(redis, env, cache)
  setProcessState('isBehindServer', true)
  const server = createServer(SERVER_OPTIONS)
  const { isStopping, closed } = stopServer(server, new Promise(onStop), {
    drainMs: env.DRAIN_SECONDS * 1000,
    stopMs: env.STOP_SECONDS * 1000,
  })
  const resolveClient = createClientResolver(env.TRUSTED_PROXIES)
  const { endStalled } = boundConnections(server, {
    isExempt: (peer) => resolveClient(peer, undefined).viaTrustedProxy,
  })
  const nextHandler = app.getRequestHandler()
  const policies = createPolicies({
    siteUrl: env.SITE_URL,
    formTargets: providerOrigins(env),
    isDev: dev,
  })
  const pages = dev
    ? { find: () => undefined, renew: () => undefined }
    : await keepStatusPages((req, res) => void nextHandler(req, res), { policies, ...webLog })
  const renders = createRenders()
  const proxies = createProxyWatch(env, (text) => log.warn(text))
  const health = createHealth(env.BACKEND_URL, {
    metrics: metrics.answer,
    secret: env.INTERNAL_SECRET,
    notices: proxies.found,
    isDraining: isStopping,
    cacheState: redis?.state,
  })
  observeWebApp({ caches: [cache, answers], renders, health, failures })
  const handle = createHandler({
    renders,
    next: nextHandler,
    pages,
    policies,
    reports: createPolicyReports(env.SITE_URL, log),
    cache,
    answers,
    shared,
    siteUrl: env.SITE_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    proxies,
    pageDeadlineMs: dev ? 0 : shortLimit(PAGE_DEADLINE_MS),
    storesPages: !dev,
    sendsTags: env.SURROGATE_KEYS || env.PURGE_URLS.length > 0,
    health,
    onRequest: webLog.onRequest,
    guard: createGuard({ buckets, endStalled }),
    onUnprepared: webLog.onUnprepared,
    onError: webLog.onError,
  })

  const stopping = new AbortController()
  purgeCaches({ urls: env.PURGE_URLS, signal: stopping.signal, failures })
  followBackend(env, { signal: stopping.signal, failures }, pages.renew)

  server.on('request', (req, res) => void handle(req, res))
  void closed.then(async () => {
    stopping.abort()
    metrics.close()
    redis?.close()
    await Promise.allSettled([stopTraces(), app.close()])
    process.exit(0)
  })
  server.once('error', (error) => {
    fail('code' in error && error.code === 'EADDRINUSE' ? `Port ${env.PORT} is taken.` : error)
  })
  server.listen(env.PORT, env.HOST, () => {
    process.send?.({ ready: true, url: `http://localhost:${env.PORT}` })
    log.info({ port: env.PORT }, 'listening')
  })
}

/** Takes settings and changes from the backend, until the signal. @param renew renders the status pages again. */
function followBackend(
  { INTERNAL_SECRET: secret, BACKEND_URL: backendUrl }: Env,
  { signal, failures }: { signal: AbortSignal; failures: FailureLog },
  renew: () => void,
): void {
  if (secret === undefined) return
  const source = { backendUrl, secret, signal }
  const take = () => takeSettings(source, renew)
  void followChanges({ ...source, failures, takeSettings: take })
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

function fail(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
