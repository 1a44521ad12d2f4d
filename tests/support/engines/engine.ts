import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** How long an engine may take to listen, in ms. */
const START_MS = 15_000

/** Whether a program answers to `argument`, by default its version. */
export const isInstalled = (program: string, argument = '-v') =>
  spawnSync(program, [argument], { stdio: 'ignore' }).status === 0

/** The first of these programs that is installed. */
export const firstInstalled = (programs: readonly string[]): string | undefined =>
  programs.find((program) => existsSync(program))

/** Runs a program to its end. @returns its output. @throws Error with its output if it fails. */
export const run = async (program: string, args: string[]): Promise<string> =>
  (await execute(program, args, { maxBuffer: 64 * 1024 * 1024 })).stdout

/**
 * Replaces addresses, ports and paths of a configuration file.
 * @throws Error where one of them does not occur, so that a test does not miss a change of the file.
 */
export function substitute(
  text: string,
  replacements: readonly (readonly [string | RegExp, string])[],
) {
  let result = text
  for (const [from, to] of replacements) {
    const next = result.replaceAll(from, to)
    if (next === result) throw new Error(`The configuration does not contain ${String(from)}.`)
    result = next
  }
  return result
}

type Engine = { child: ChildProcess; output: () => string; stop: () => Promise<void> }

/** Starts a program in the foreground and waits until all `ports` of the loopback interface accept connections. */
export async function startEngine(
  program: string,
  args: string[],
  ports: number[],
): Promise<Engine> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-20_000)
    })
  }
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const deadline = performance.now() + START_MS
  for (const port of ports) {
    while (!(await accepts(port))) {
      if (!isRunning() || performance.now() > deadline) {
        child.kill('SIGKILL')
        throw new Error(`${program} does not start: ${output}`)
      }
      await setTimeout(20)
    }
  }
  return {
    child,
    output: () => output,
    async stop() {
      if (isRunning()) child.kill('SIGTERM')
      await exited
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
