import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { commandVariables } from '#scripts/settings/configuration.ts'
import { freePort } from './free-port.ts'
import { COMPILE_CACHE, HEAP, MALLOC } from '#scripts/settings/node-settings.ts'
import { removeUpgraded } from '#scripts/pglite/old-databases.ts'
import { createService, type ServiceMessage, type Service } from './service.ts'

export type StartProgress = NonNullable<ServiceMessage['progress']>

type Options = {
  env: NodeJS.ProcessEnv
  dataDir: string
  print: (line: string) => void
  onProgress: (progress: StartProgress) => void
  /** Called with a message when a service exits without being stopped; it is restarted. */
  onExit: (line: string) => void
  dev?: boolean
  /** Without the web app. */
  isHeadless?: boolean
  /** The longest pause before a service that exited is started again, in ms. */
  restartMaxMs?: number
  /** Ends a start that is under way. */
  signal?: AbortSignal
}
type Variables = Record<string, string>

/** The mark of a package (pack.ts), which is for operators. */
export const PACKED = '.packed'

/** `DEMO` of the backend: samples by default only in the embedded database of a repository, not in an operator's. */
export function demoOf(env: NodeJS.ProcessEnv): string {
  const { DEMO, DATABASE_URL } = commandVariables(env)
  return DEMO ?? (DATABASE_URL === undefined && !existsSync(PACKED) ? '1' : '0')
}

/**
 * Starts database, backend and web app in this order, each when the previous one is ready; the first
 * two only if the environment does not name external ones. A service that exits later is restarted
 * while the others keep running.
 * @throws Error with one sentence when a service does not start, or the start is ended by `signal`; the others are stopped.
 */
export async function startStack({
  env,
  dataDir,
  print,
  onProgress,
  onExit,
  dev,
  isHeadless,
  restartMaxMs,
  signal,
}: Options) {
  const services: Service[] = []
  const { DATABASE_URL, BACKEND_URL, ADOPT_FILES, DRAIN_SECONDS, STOP_SECONDS } =
    commandVariables(env)
  const common = {
    LOG_LEVEL: 'warn',
    ...MALLOC,
    ...COMPILE_CACHE,
    ...env,
    DATA_DIR: dataDir,
    NODE_ENV: dev ? ('development' as const) : ('production' as const),
  }
  // The same socket after a restart of the database, so that the backend reconnects.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pg-'))
  const socket = process.platform === 'win32' ? String(await freePort()) : folder

  function start(name: string, args: string[], extra: Variables, execArgv: string[] = []) {
    const onMessage = ({ progress, note }: ServiceMessage) => {
      if (progress) onProgress(progress)
      if (note !== undefined) print(note)
    }
    const service = createService({
      name,
      args,
      execArgv,
      env: { ...common, ...extra },
      stopMs: (DRAIN_SECONDS + STOP_SECONDS) * 1000,
      restartMaxMs,
      print: (line, stream) => process[stream].write(`${line}\n`),
      onMessage,
      onExit,
      onRestart: () => print(`The ${name} is running again.`),
    })
    signal?.throwIfAborted()
    services.push(service)
    return service.start()
  }
  const find = (name: string) => services.find((service) => service.name === name)

  /** Replaces the backend's process; does nothing for an external backend. */
  const restartBackend = async () => find('backend')?.restart()

  async function stop() {
    for (const service of services.toReversed()) await service.stop()
    await rm(folder, { recursive: true, force: true })
  }

  // The service that is starting fails by this, and with it the start.
  const abort = () => void services.at(-1)?.stop()
  signal?.addEventListener('abort', abort)

  const pids = () => Object.fromEntries(services.map(({ name, pid }) => [name, pid()]))

  try {
    const database: Variables = {}
    if (DATABASE_URL === undefined && BACKEND_URL === undefined) {
      print('Starting the database …')
      const args = [path.join(dataDir, 'database'), '--socket', socket]
      if (ADOPT_FILES !== undefined) args.push('--adopt', ADOPT_FILES)
      const { url = '' } = await start('database', ['scripts/pglite/pglite.ts', ...args], {})
      database['DATABASE_URL'] = url
      database['DATABASE_POOL_SIZE'] = '1'
      database['DATABASE_ALONE'] = '1'
    }
    if (BACKEND_URL === undefined) {
      print('Starting the backend …')
      const variables = { DEMO: demoOf(env), ...database }
      // For the invitation of the administrator, which is in no log.
      const terminal = process.stdout.isTTY ? ['--terminal'] : []
      await start('backend', ['backend/start.ts', ...terminal], variables, dev ? [] : HEAP)
      if (database['DATABASE_URL'] !== undefined)
        await removeUpgraded(path.join(dataDir, 'database'))
    }
    if (isHeadless) return { pids, stop, restartBackend, url: '' }
    print('Starting the web app …')
    const web = ['server/main.ts', ...(dev ? ['--dev'] : [])]
    const { url = '' } = await start('web app', web, {}, dev ? [] : HEAP)
    return { pids, stop, restartBackend, url }
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
