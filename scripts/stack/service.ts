import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createOutput } from './output.ts'

/** A service that has not stopped so long after its own deadline is killed, in ms. */
const STOP_MARGIN_MS = 2_000
/** Delay before a restart in ms; doubled after each failure. */
const DELAY_FIRST_MS = 500
const DELAY_MAX_MS = 30_000
/** Uptime in ms after which earlier failures no longer count. */
const STABLE_MS = 60_000

const messageSchema = z.object({
  url: z.string().optional(),
  port: z.number().optional(),
  ready: z.boolean().optional(),
  /** A message for the operator. */
  note: z.string().optional(),
  progress: z.object({ done: z.number(), total: z.number(), what: z.string() }).optional(),
})
export type ServiceMessage = z.infer<typeof messageSchema>

type Options = {
  name: string
  /** Path of the script, and its arguments. */
  args: string[]
  /** Options of Node itself. */
  execArgv: string[]
  env: NodeJS.ProcessEnv
  /** How long the process itself may take to stop, in ms. */
  stopMs: number
  /** The longest pause before a restart, in ms. */
  restartMaxMs?: number | undefined
  /** Called with each line of output, prefixed with the name of the service. */
  print: (line: string, stream: 'stdout' | 'stderr') => void
  onMessage: (message: ServiceMessage) => void
  /** Called with a message when the service exits without being stopped. */
  onExit: (line: string) => void
  /** Called when the service is ready again after that. */
  onRestart: () => void
}
type Running = { child: ChildProcess; exited: Promise<void>; startedAt: number }

/**
 * A supervised process of the site. Once it has been ready, it is restarted whenever it exits, after
 * a growing delay, until `stop`.
 */
export function createService({ name, args, execArgv, env, print, stopMs, ...options }: Options) {
  const { onMessage, onExit, onRestart, restartMaxMs = DELAY_MAX_MS } = options
  let running: Running | undefined
  let failures = 0
  let restarts = new AbortController()
  let isStopped = false

  /**
   * Starts the process.
   * @returns its message when it is ready.
   * @throws Error with its last line of output when it exits before that.
   */
  async function launch(): Promise<ServiceMessage> {
    const { child, exited, lastLine } = startChild({ name, args, execArgv, env, print })
    const launched: Running = { child, exited, startedAt: performance.now() }
    running = launched
    const message = await new Promise<ServiceMessage>((resolve, reject) => {
      child.on('message', (raw) => {
        const { data } = messageSchema.safeParse(raw)
        if (!data) return
        onMessage(data)
        if (data.url !== undefined || data.ready) resolve(data)
      })
      const fail = () => reject(new Error(lastLine() || `The ${name} did not start.`))
      child.once('close', fail).once('error', fail)
    })
    void watch(launched)
    return message
  }

  async function watch(launched: Running) {
    await launched.exited
    if (running === launched && !isStopped) await restartUntilReady(describeExit(launched.child))
  }

  /** Restarts the process until it is ready. */
  async function restartUntilReady(reason: string): Promise<void> {
    if (running && performance.now() - running.startedAt > STABLE_MS) failures = 0
    const { signal } = restarts
    for (let cause = reason; ;) {
      const delayMs = Math.min(DELAY_FIRST_MS * 2 ** failures, restartMaxMs)
      failures += 1
      onExit(`The ${name} ${cause}; restarting in ${delayMs / 1000} s.`)
      await delay(delayMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await launch()
        onRestart()
        return
      } catch (error) {
        if (signal.aborted) return
        cause = describeFailure(error)
      }
    }
  }

  /** Ends the process and pending restarts. */
  async function end() {
    restarts.abort()
    const previous = running
    running = undefined
    if (!previous) return
    const { child, exited } = previous
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    const timeout = setTimeout(() => child.kill('SIGKILL'), stopMs + STOP_MARGIN_MS)
    await exited
    clearTimeout(timeout)
  }

  return {
    name,
    /** Id of the current or last process. */
    pid: () => running?.child.pid,
    start: launch,
    /** Replaces the process; a new one that does not start is retried. */
    async restart() {
      await end()
      if (isStopped) return
      restarts = new AbortController()
      failures = 0
      const { signal } = restarts
      await launch().catch((error: unknown) => {
        if (signal.aborted) return
        void restartUntilReady(describeFailure(error))
      })
    },
    async stop() {
      isStopped = true
      await end()
    },
  }
}
export type Service = ReturnType<typeof createService>

/** Starts the process in its own group: Ctrl-C reaches the parent only, which stops services in order. */
function startChild({
  name,
  args: [script = '', ...rest],
  env,
  execArgv,
  print,
}: Pick<Options, 'name' | 'args' | 'env' | 'execArgv' | 'print'>) {
  const child = fork(script, rest, {
    env,
    execArgv: [...process.execArgv, ...execArgv],
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let errorOutput = ''
  for (const stream of ['stdout', 'stderr'] as const) {
    const output = createOutput(name, (line) => print(line, stream))
    child[stream]?.on('data', output.write).on('end', output.end)
  }
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-4000)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    // The process could not be created: `close` is not emitted.
    child.once('error', () => child.pid === undefined && resolve())
  })
  return { child, exited, lastLine: () => errorOutput.trim().split('\n').at(-1) }
}

const describeFailure = (error: unknown) =>
  `did not start (${error instanceof Error ? error.message : String(error)})`

function describeExit({ exitCode, signalCode }: ChildProcess): string {
  return `exited unexpectedly (${signalCode ?? `exit code ${exitCode}`})`
}
