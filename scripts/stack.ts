import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { z } from 'zod'

/** A part that does not stop when asked is killed after this long, in milliseconds. */
const STOP_MS = 12_000

/**
 * Without a limit V8 lets the garbage of renders grow to 600 MB on a machine that has the memory. What
 * is cached stands in buffers outside of its heap; 260 list pages need 200 MB of it (decision 33).
 */
const WEB_MEMORY = ['--max-old-space-size=320', '--max-semi-space-size=4']

const messageSchema = z.object({
  url: z.string().optional(),
  port: z.number().optional(),
  ready: z.boolean().optional(),
  /** Something that whoever runs the site wants to know. */
  note: z.string().optional(),
  progress: z.object({ done: z.number(), total: z.number(), what: z.string() }).optional(),
})
type Message = z.infer<typeof messageSchema>
export type Progress = NonNullable<Message['progress']>

type Options = {
  env: NodeJS.ProcessEnv
  dataDir: string
  say: (line: string) => void
  onProgress: (progress: Progress) => void
  /** A part ended although nobody asked it to. */
  onDeath: (name: string) => void
  dev?: boolean
  /** Leaves the web app out. */
  isHeadless?: boolean
}
type Variables = Record<string, string>
type Part = { name: string; child: ChildProcess; gone: Promise<void> }

/**
 * Starts database, backend and web app, each when the one before is ready; the first two only if
 * the environment names no others.
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
  let isStopping = false
  let startBackend: (() => Promise<Message>) | undefined
  const common = {
    ...env,
    DATA_DIR: dataDir,
    NODE_ENV: dev ? ('development' as const) : ('production' as const),
  }

  async function start(name: string, args: string[], extra: Variables, nodeOptions: string[] = []) {
    const [script = '', ...rest] = args
    // Their own process group: the terminal's Ctrl-C reaches the parent, who stops them in order.
    const child = fork(script, rest, {
      env: { LOG_LEVEL: 'warn', ...common, ...extra },
      execArgv: [...process.execArgv, ...nodeOptions],
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk}`.slice(-4000)
      process.stderr.write(chunk)
    })
    const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
    parts.push({ name, child, gone })
    const message = await new Promise<Message>((resolve, reject) => {
      child.on('message', (raw) => {
        const said = messageSchema.parse(raw)
        if (said.progress) onProgress(said.progress)
        if (said.note !== undefined) say(said.note)
        if (said.url !== undefined || said.ready) resolve(said)
      })
      child.once('close', () => {
        const reason = complaint.trim().split('\n').at(-1)
        reject(new Error(reason || `The ${name} did not start.`))
      })
    })
    child.once('close', () => {
      const isReplaced = !parts.some((part) => part.child === child)
      if (!isStopping && !isReplaced) onDeath(name)
    })
    return message
  }

  /** Puts a new backend in the place of the running one; does nothing where there is none. */
  async function restartBackend() {
    const at = parts.findIndex(({ name }) => name === 'backend')
    const [old] = at === -1 ? [] : parts.splice(at, 1)
    if (!old || !startBackend) return
    old.child.kill('SIGTERM')
    await old.gone
    await startBackend()
  }

  async function stop() {
    isStopping = true
    for (const { child, gone } of parts.toReversed()) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await gone
      clearTimeout(late)
    }
  }

  try {
    const database: Variables = {}
    if (!env['DATABASE_URL'] && !env['BACKEND_URL']) {
      say('Starting the database …')
      const folder = path.join(dataDir, 'database')
      const { url } = await start('database', ['scripts/pglite.ts', folder], {})
      database['DATABASE_URL'] = url ?? ''
      database['DATABASE_POOL_SIZE'] = '1'
      database['DATABASE_ALONE'] = '1'
    }
    if (!env['BACKEND_URL']) {
      say('Starting the backend …')
      startBackend = () =>
        start('backend', ['backend/main.ts'], { DEMO: env['DEMO'] || '1', ...database })
      await startBackend()
    }
    const stack = { pids: pidsOf(parts), stop, restartBackend }
    if (isHeadless) return { ...stack, url: '' }
    say('Starting the web app …')
    const web = ['server/main.ts', ...(dev ? ['--dev'] : [])]
    const { url } = await start('web app', web, {}, dev ? [] : WEB_MEMORY)
    return { ...stack, pids: pidsOf(parts), url: url ?? '' }
  } catch (error) {
    await stop()
    throw error
  }
}

function pidsOf(parts: Part[]) {
  return Object.fromEntries(parts.map(({ name, child }) => [name, child.pid]))
}
