import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import { WorkerError, type WorkerFailure } from './error.ts'
import { KILL_NOTE, type Request, responseSchema } from './messages.ts'
import type { Report } from './serve.ts'

/** A new process has this long to load its modules, in milliseconds. */
const START_MS = 20_000
/** A task may take this many times its processor time by the clock: the machine may be busy. */
const WALL_FACTOR = 10

type Job = {
  resolve: (output: unknown) => void
  reject: (error: WorkerError) => void
  onProgress: Report | undefined
}

/** One worker process, which runs one task at a time. */
export class Child {
  readonly #process: ChildProcess
  readonly #ready: Promise<void>
  #job: Job | undefined
  #killedFor: WorkerFailure | undefined
  #errorOutput = ''
  hasEnded = false
  /** Resident size after the last task, in bytes. */
  rssBytes = 0

  constructor(script: string, heapMb: number) {
    this.#process = fork(script, [], {
      // Nothing of the environment: a task that is taken over must find no secret.
      env: { NODE_ENV: process.env.NODE_ENV },
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
    this.#setHeld(true)
    try {
      await this.#ready
      return await this.#send(request, onProgress)
    } finally {
      this.#setHeld(false)
    }
  }

  #send(request: Request, onProgress: Report | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(new WorkerError('crash'))
      const late = setTimeout(() => this.kill('time'), request.limits.cpuMs * WALL_FACTOR)
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          clearTimeout(late)
          then(value)
        }
      this.#job = { resolve: settle(resolve), reject: settle(reject), onProgress }
      this.#process.send(request, (error) => error && this.kill('crash'))
    })
  }

  kill(reason: WorkerFailure) {
    this.#killedFor ??= reason
    this.#process.kill('SIGKILL')
  }

  /** An idle process does not keep the parent running. */
  #setHeld(isHeld: boolean) {
    const call = isHeld ? 'ref' : 'unref'
    this.#process[call]()
    this.#process.channel?.[call]()
    const { stderr } = this.#process
    if (stderr instanceof Socket) stderr[call]()
  }

  #whenReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.kill('crash'), START_MS)
      this.#process.once('message', () => {
        clearTimeout(late)
        resolve()
      })
      this.#process.once('close', () => {
        clearTimeout(late)
        reject(new WorkerError(this.#killedFor ?? 'crash', 'the worker did not start'))
      })
    })
  }

  #receive(raw: unknown) {
    const response = responseSchema.parse(raw)
    const job = this.#job
    if (response.type === 'ready' || !job) return
    if (response.type === 'progress') return job.onProgress?.(response.value)
    this.#job = undefined
    this.rssBytes = response.rssBytes
    if (response.type === 'done') job.resolve(response.output)
    else job.reject(new WorkerError('failed', response.message))
  }

  #end() {
    this.hasEnded = true
    const note = KILL_NOTE.exec(this.#errorOutput)?.[1]
    const reason = note === 'time' || note === 'memory' ? note : (this.#killedFor ?? 'crash')
    this.#job?.reject(new WorkerError(reason))
    this.#job = undefined
  }
}
