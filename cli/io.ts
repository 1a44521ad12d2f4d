import { lookup } from 'node:dns/promises'
import { homedir } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** What a command uses of its process. Tests pass their own. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  /** Working folder, absolute. */
  folder: string
  /** Home folder of the user, absolute. */
  home: string
  platform: NodeJS.Platform
  /** Architecture of the processor, as `process.arch` names it. */
  architecture: string
  writeOut: (text: string) => void
  writeError: (text: string) => void
  /** Whether standard error is a terminal. */
  isTerminal: boolean
  /** Width of the terminal, in columns. */
  columns: number
  /** Milliseconds since an arbitrary start. */
  now: () => number
  /** From 0 to less than 1. */
  random: () => number
  /** Waits; rejects when `signal` is aborted. */
  sleep: (ms: number) => Promise<void>
  /** The addresses of a host name. */
  lookup: (hostname: string) => Promise<{ address: string; family: number }[]>
  /** Aborted when the user interrupts the command. */
  signal: AbortSignal
}

/** The process itself. */
export function processIo(signal: AbortSignal): Io {
  return {
    env: process.env,
    folder: process.cwd(),
    home: homedir(),
    platform: process.platform,
    architecture: process.arch,
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
    columns: process.stderr.columns ?? 80,
    now: () => performance.now(),
    random: Math.random,
    sleep: (ms) => setTimeout(ms, undefined, { signal }),
    lookup: (hostname) => lookup(hostname, { all: true }),
    signal,
  }
}
