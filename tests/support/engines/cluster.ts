import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#scripts/stack/free-port.ts'
import { COMPILE_CACHE, HEAP, MALLOC } from '#scripts/settings/node-settings.ts'
import { createService, type Service } from '#scripts/stack/service.ts'
import { SESSION_SECRET } from '../session-secret.ts'
import { isNginxInstalled, startNginx } from './nginx.ts'
import { hasPostgres, startPostgres } from './postgres.ts'
import { isRedisInstalled, startRedis } from './redis.ts'
import { isVarnishInstalled, startVarnish } from './varnish.ts'

/** As the variables of `npm start`: the longest drain and stop that a process is given, in ms. */
const STOP_MS = 60_000
const INTERNAL_SECRET = 'what-the-processes-of-a-cluster-share'

/** Whether all engines of `startCluster` are installed. */
export const canStartCluster = () =>
  hasPostgres() && isNginxInstalled() && isRedisInstalled && isVarnishInstalled()

type Options = {
  /** Web processes, and as many backends. */
  processes?: 1 | 2
  /** Without Varnish, nginx asks the web processes for pages. */
  hasVarnish?: boolean
  /** Of web processes and backends. */
  variables?: Record<string, string>
  /** Of one process alone, by its name (`web 1`, `backend 2`). */
  variablesOf?: (name: string) => Record<string, string>
  /** See `startNginx`. */
  takesAnyName?: boolean
}

/**
 * The site of docs/deploy.md on loopback: web processes and backends behind nginx and Varnish, with the files in `deploy/`,
 * on PostgreSQL and Redis of their own. Processes that exit are restarted, as a service manager does.
 */
export async function startCluster(options: Options = {}) {
  const { processes = 2, hasVarnish = true, variables = {}, variablesOf, takesAnyName } = options
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cluster-'))
  const stops: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stops.toReversed()) await end()
  }
  try {
    const postgres = await startPostgres()
    stops.push(postgres.stop)
    let redis = await startRedis()
    stops.push(() => redis.stop())
    const webPorts = [await freePort(), await freePort()] as const
    const backendPorts = [await freePort(), await freePort()] as const
    const pairOf = ([one, two]: readonly [number, number]) =>
      processes === 1 ? ([one, one] as const) : ([one, two] as const)
    const varnish = hasVarnish ? await startVarnish(pairOf(webPorts)) : undefined
    if (varnish) stops.push(varnish.stop)
    const nginx = await startNginx({
      webs: pairOf(webPorts),
      cache: varnish?.port,
      backends: pairOf(backendPorts),
      ...(takesAnyName && { takesAnyName }),
    })
    const [databasePid] = await postgres.pids()
    stops.push(nginx.stop)

    const common = {
      ...process.env,
      LOG_LEVEL: 'fatal',
      ...MALLOC,
      ...COMPILE_CACHE,
      NODE_ENV: 'production' as const,
      SITE_URL: `https://${nginx.host}`,
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      CACHE_URL: redis.url,
      STORAGE_URL: '',
      SMTP_URL: '',
      INTERNAL_SECRET,
      SESSION_SECRET,
      TRUSTED_PROXIES: '127.0.0.1',
      DAILY_PROJECTS: '9999',
      ...variables,
    }
    /** What processes that were not stopped have said about their end. */
    const exits: string[] = []
    const services: Service[] = []
    const start = async (name: string, script: string, own: Record<string, string>) => {
      const service = createService({
        name,
        args: [script],
        execArgv: HEAP,
        env: { ...common, ...own, ...variablesOf?.(name) },
        stopMs: STOP_MS,
        print: () => undefined,
        onMessage: () => undefined,
        onExit: (line) => exits.push(line),
        onRestart: () => undefined,
      })
      services.push(service)
      stops.push(service.stop)
      await service.start()
    }
    for (const [at, port] of backendPorts.slice(0, processes).entries()) {
      // The first one fills the catalogue.
      const demo = at === 0 ? '1' : '0'
      const own = { BACKEND_PORT: String(port), BACKEND_HOST: '127.0.0.1', DEMO: demo }
      await start(`backend ${at + 1}`, 'backend/start.ts', own)
    }
    for (const [at, port] of webPorts.slice(0, processes).entries()) {
      await start(`web ${at + 1}`, 'server/main.ts', {
        PORT: String(port),
        HOST: '127.0.0.1',
        BACKEND_URL: `http://127.0.0.1:${nginx.internal}`,
        ...(varnish && { PURGE_URLS: varnish.purgeUrl }),
      })
    }
    const find = (name: string) => {
      const service = services.find((one) => one.name === name)
      if (!service) throw new Error(`There is no ${name}.`)
      return service
    }
    return {
      nginx,
      varnish,
      postgres,
      redis: {
        stop: () => redis.stop(),
        start: async () => {
          redis = await startRedis(redis.port)
        },
      },
      dataDir,
      internalSecret: INTERNAL_SECRET,
      /** Addresses of the processes themselves. */
      webs: webPorts.slice(0, processes).map((port) => `http://127.0.0.1:${port}`),
      backends: backendPorts.slice(0, processes).map((port) => `http://127.0.0.1:${port}`),
      names: services.map(({ name }) => name),
      exits,
      pid: (name: string) => find(name).pid() ?? 0,
      /** Of all processes and engines but Redis. */
      pids: () =>
        [...services.map((service) => service.pid()), nginx.pid, varnish?.pid, databasePid].filter(
          (pid) => pid !== undefined,
        ),
      /** Stops a process in order, starts it again, and waits until it listens. */
      restart: (name: string) => find(name).restart(),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
