import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import { WorkerError, type WorkerFailure } from './error.ts'
import { KILL_NOTE, noteSchema, type Request, responseSchema } from './messages.ts'
import type { Report } from './serve.ts'
import { watchStart } from './start-watch.ts'

type PendingTask = {
  /** Limit of its processor time, in ms. */
  limitMs: number
  /** When it was sent, in ms. */
  sentAt: number
  resolve: (output: unknown) => void
  reject: (error: WorkerError) => void
  onProgress: Report | undefined
}

/**
 * The settings that this process has itself (scripts/settings/node-settings.ts). Without those of glibc arenas of several threads
 * grow by each picture, and a process is replaced after five of them. Without compiled modules a start takes twice as long.
 */
const settings = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name.startsWith('MALLOC_') || name === 'NODE_COMPILE_CACHE',
    ),
  )

/** A worker process, which runs one task at a time. */
export class Child {
  readonly #process: ChildProcess
  readonly #ready: Promise<void>
  #pending: PendingTask | undefined
  #killReason: WorkerFailure | undefined
  #errorOutput = ''
  /** Whether it runs no further task: it has exited or was killed. */
  hasEnded = false
  /** Resident size after the last task, in bytes. */
  rssBytes = 0
  /** Processor time of the last task, in ms. */
  cpuMs = 0

  constructor(script: string, heapMb: number) {
    this.#process = fork(script, [], {
      // No other variables: code that takes over a task must not find secrets.
      env: { NODE_ENV: process.env.NODE_ENV, ...settings() },
      execArgv: [`--max-old-space-size=${heapMb}`, '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#ready = this.#whenReady()
    this.#ready.catch(() => undefined)
    this.#process.on('message', (raw) => this.#receive(raw))
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#errorOutput = `${this.#errorOutput}${chunk}`.slice(-1000)
    })
    this.#process.once('close', () => this.#end())
    this.#process.once('error', () => this.#end())
  }

  async run(request: Request, onProgress?: Report): Promise<unknown> {
    this.cpuMs = 0
    this.#keepParentAlive(true)
    try {
      await this.#ready
      return await this.#send(request, onProgress)
    } finally {
      this.#keepParentAlive(false)
    }
  }

  #send(request: Request, onProgress: Report | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(new WorkerError('stalled'))
      const limitMs = request.limits.cpuMs
      this.#pending = { resolve, reject, onProgress, limitMs, sentAt: performance.now() }
      this.#process.send(request, (error) => error && this.kill('stalled'))
    })
  }

  kill(reason: WorkerFailure) {
    this.hasEnded = true
    this.#killReason ??= reason
    this.#process.kill('SIGKILL')
  }

  /** An idle process must not keep the event loop of the parent alive. */
  #keepParentAlive(isNeeded: boolean) {
    const method = isNeeded ? 'ref' : 'unref'
    this.#process[method]()
    this.#process.channel?.[method]()
    const { stderr } = this.#process
    if (stderr instanceof Socket) stderr[method]()
  }

  #whenReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      const endWatch = watchStart(this.#process.pid, () => this.kill('stalled'))
      this.#process.once('message', () => {
        endWatch()
        resolve()
      })
      const fail = (cause?: unknown) => {
        endWatch()
        if (this.#killReason === 'closed') return reject(new WorkerError('closed'))
        // No input was sent yet, so that it cannot be the reason.
        const { exitCode, signalCode } = this.#process
        const said =
          cause instanceof Error ? cause.message : this.#errorOutput.trim() || 'no output'
        const message = `The worker did not start (${signalCode ?? exitCode ?? 'not created'}): ${said}`
        reject(new WorkerError('program', message))
      }
      this.#process.once('close', () => fail())
      this.#process.once('error', fail)
    })
  }

  #receive(raw: unknown) {
    const { data: response } = responseSchema.safeParse(raw)
    const pending = this.#pending
    if (response?.type === 'ready' || !pending) return
    if (response === undefined || response.type === 'program') {
      this.#pending = undefined
      // Modules that could not be loaded are not looked for again.
      this.kill('program')
      const message = response?.message ?? 'The answer of the worker has another form.'
      return pending.reject(new WorkerError('program', message))
    }
    if (response.type === 'progress') return pending.onProgress?.(response.value)
    this.#pending = undefined
    this.rssBytes = response.rssBytes
    this.cpuMs = response.cpuMs
    if (response.type === 'done') pending.resolve(response.output)
    else pending.reject(new WorkerError('failed', response.message, response.code))
  }

  #end() {
    this.hasEnded = true
    if (!this.#pending) return
    const { reject, limitMs, sentAt } = this.#pending
    this.#pending = undefined
    const reason = this.#endReason()
    // A process that has ended reports nothing: as much as its task can have used. What the machine ended costs nothing.
    if (reason === 'time') this.cpuMs = limitMs
    if (reason === 'memory' || reason === 'crash')
      this.cpuMs = Math.min(limitMs, performance.now() - sentAt)
    reject(new WorkerError(reason))
  }

  /** A kill that is not ours, such as by a system that is out of memory, is no crash: a full heap aborts. */
  #endReason(): WorkerFailure {
    const note = noteSchema.safeParse(KILL_NOTE.exec(this.#errorOutput)?.[1]).data
    const { signalCode } = this.#process
    return note ?? this.#killReason ?? (signalCode === 'SIGKILL' ? 'stalled' : 'crash')
  }
}
