import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createOutput } from './output.ts'

/** A part that does not stop when asked is killed after this long, in milliseconds. */
const STOP_MS = 12_000
/** The wait before a part that ended is started again: doubled after each failure, in ms. */
const WAIT_FIRST_MS = 500
const WAIT_MAX_MS = 30_000
/** What lived for so long, in ms, had no failure before. */
const STEADY_MS = 60_000

const messageSchema = z.object({
  url: z.string().optional(),
  port: z.number().optional(),
  ready: z.boolean().optional(),
  /** Something that whoever runs the site wants to know. */
  note: z.string().optional(),
  progress: z.object({ done: z.number(), total: z.number(), what: z.string() }).optional(),
})
export type Message = z.infer<typeof messageSchema>

type Options = {
  name: string
  /** The script and its arguments. */
  args: string[]
  /** Options of Node. */
  execArgv: string[]
  env: NodeJS.ProcessEnv
  /** Called with each line that the process writes, marked with its name. */
  print: (line: string, to: 'stdout' | 'stderr') => void
  onMessage: (message: Message) => void
  /** Called with a sentence whenever the part ended although nobody asked it to. */
  onDeath: (line: string) => void
  /** Called when the part is ready again after that. */
  onReturn: () => void
}
type Running = { child: ChildProcess; gone: Promise<void>; since: number }

/**
 * A process of the site. Once it was ready, it is started again whenever it ends by itself, after a
 * wait that grows, until `stop`.
 */
export function createPart({ name, args, execArgv, env, print, ...on }: Options) {
  const { onMessage, onDeath, onReturn } = on
  let running: Running | undefined
  let failures = 0
  let waiting = new AbortController()
  let isStopped = false

  /**
   * Starts the process.
   * @returns what it says when it is ready.
   * @throws Error with its last line when it ends before.
   */
  async function launch(): Promise<Message> {
    const [script = '', ...rest] = args
    // Their own process group: the terminal's Ctrl-C reaches the parent, who stops them in order.
    const child = fork(script, rest, {
      env,
      execArgv: [...process.execArgv, ...execArgv],
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    let complaint = ''
    for (const to of ['stdout', 'stderr'] as const) {
      const output = createOutput(name, (line) => print(line, to))
      child[to]?.on('data', output.write).on('end', output.end)
    }
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk}`.slice(-4000)
    })
    const gone = new Promise<void>((resolve) => {
      child.once('close', () => resolve())
      // No process could be made; then nothing is closed either.
      child.once('error', () => child.pid === undefined && resolve())
    })
    const own: Running = { child, gone, since: performance.now() }
    running = own
    const message = await new Promise<Message>((resolve, reject) => {
      child.on('message', (raw) => {
        const said = messageSchema.safeParse(raw)
        if (!said.success) return
        onMessage(said.data)
        if (said.data.url !== undefined || said.data.ready) resolve(said.data)
      })
      const refuse = () => {
        const reason = complaint.trim().split('\n').at(-1)
        reject(new Error(reason || `The ${name} did not start.`))
      }
      child.once('close', refuse).once('error', refuse)
    })
    void watch(own)
    return message
  }

  async function watch(own: Running) {
    await own.gone
    if (running === own && !isStopped) await revive(describeEnd(own.child))
  }

  /** Starts the process again and again until it is ready. */
  async function revive(ended: string): Promise<void> {
    if (running && performance.now() - running.since > STEADY_MS) failures = 0
    const { signal } = waiting
    for (let why = ended; ;) {
      const wait = Math.min(WAIT_FIRST_MS * 2 ** failures, WAIT_MAX_MS)
      failures += 1
      onDeath(`The ${name} ${why}; it is started again in ${wait / 1000} s.`)
      await delay(wait, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await launch()
        onReturn()
        return
      } catch (error) {
        if (signal.aborted) return
        why = `did not start (${error instanceof Error ? error.message : String(error)})`
      }
    }
  }

  /** Ends the process and every wait for it. */
  async function end() {
    waiting.abort()
    const old = running
    running = undefined
    if (!old) return
    const { child, gone } = old
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await gone
    clearTimeout(late)
  }

  return {
    name,
    /** The id of the process that runs now or ran last. */
    pid: () => running?.child.pid,
    start: launch,
    /** Puts a new process in the place of the running one; one that does not come up is retried. */
    async restart() {
      await end()
      if (isStopped) return
      waiting = new AbortController()
      failures = 0
      const { signal } = waiting
      await launch().catch((error: unknown) => {
        if (signal.aborted) return
        void revive(`did not start (${error instanceof Error ? error.message : String(error)})`)
      })
    },
    async stop() {
      isStopped = true
      await end()
    },
  }
}
export type Part = ReturnType<typeof createPart>

function describeEnd({ exitCode, signalCode }: ChildProcess): string {
  return `ended unexpectedly (${signalCode ?? `exit code ${exitCode}`})`
}
