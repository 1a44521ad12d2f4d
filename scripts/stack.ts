import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { createPart, type Message, type Part } from './part.ts'

/**
 * Without a limit V8 lets the garbage of renders grow to 600 MB on a machine that has the memory. What
 * is cached stands in buffers outside of its heap; 260 list pages need 200 MB of it (decision 33).
 */
const WEB_MEMORY = ['--max-old-space-size=320', '--max-semi-space-size=4']
/** The same for the backend: 140 MB after its start instead of 305. */
const BACKEND_MEMORY = ['--max-old-space-size=256', '--max-semi-space-size=4']

export type Progress = NonNullable<Message['progress']>

type Options = {
  env: NodeJS.ProcessEnv
  dataDir: string
  say: (line: string) => void
  onProgress: (progress: Progress) => void
  /** Called with a sentence when a part ended although nobody asked it to; it is started again. */
  onDeath: (line: string) => void
  dev?: boolean
  /** Leaves the web app out. */
  isHeadless?: boolean
}
type Variables = Record<string, string>

/** `DEMO`: a database that the operator has set up is filled with samples only where that is asked for. */
export function demoOf(env: NodeJS.ProcessEnv): string {
  return env['DEMO'] || (env['DATABASE_URL'] ? '0' : '1')
}

/**
 * Starts database, backend and web app, each when the one before is ready; the first two only if
 * the environment names no others. From then on a part that ends is started again while the others
 * go on.
 * @throws Error with one sentence when a part does not come up; the others are stopped again.
 */
export async function startStack({
  env,
  dataDir,
  say,
  onProgress,
  onDeath,
  dev,
  isHeadless,
}: Options) {
  const parts: Part[] = []
  const common = {
    LOG_LEVEL: 'warn',
    ...env,
    DATA_DIR: dataDir,
    NODE_ENV: dev ? ('development' as const) : ('production' as const),
  }
  // A database that is started again is found where the one before was.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pg-'))
  const socket = process.platform === 'win32' ? String(await freePort()) : folder

  function start(name: string, args: string[], extra: Variables, execArgv: string[] = []) {
    const onMessage = ({ progress, note }: Message) => {
      if (progress) onProgress(progress)
      if (note !== undefined) say(note)
    }
    const part = createPart({
      name,
      args,
      execArgv,
      env: { ...common, ...extra },
      print: (line, to) => process[to].write(`${line}\n`),
      onMessage,
      onDeath,
      onReturn: () => say(`The ${name} runs again.`),
    })
    parts.push(part)
    return part.start()
  }
  const find = (name: string) => parts.find((part) => part.name === name)

  /** Puts a new backend in the place of the running one; does nothing where there is none. */
  const restartBackend = async () => find('backend')?.restart()

  async function stop() {
    for (const part of parts.toReversed()) await part.stop()
    await rm(folder, { recursive: true, force: true })
  }

  const pids = () => Object.fromEntries(parts.map(({ name, pid }) => [name, pid()]))

  try {
    const database: Variables = {}
    if (!env['DATABASE_URL'] && !env['BACKEND_URL']) {
      say('Starting the database …')
      const files = path.join(dataDir, 'files')
      const args = [path.join(dataDir, 'database'), '--files', files, '--socket', socket]
      const { url = '' } = await start('database', ['scripts/pglite.ts', ...args], {})
      database['DATABASE_URL'] = url
      database['DATABASE_POOL_SIZE'] = '1'
      database['DATABASE_ALONE'] = '1'
    }
    if (!env['BACKEND_URL']) {
      say('Starting the backend …')
      const variables = { DEMO: demoOf(env), ...database }
      await start('backend', ['backend/main.ts'], variables, dev ? [] : BACKEND_MEMORY)
    }
    if (isHeadless) return { pids, stop, restartBackend, url: '' }
    say('Starting the web app …')
    const web = ['server/main.ts', ...(dev ? ['--dev'] : [])]
    const { url = '' } = await start('web app', web, {}, dev ? [] : WEB_MEMORY)
    return { pids, stop, restartBackend, url }
  } catch (error) {
    await stop()
    throw error
  }
}
