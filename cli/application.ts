import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import type { Generation } from '#backend/services/plugin/read-package.ts'
import { CliError, EXIT } from './exit.ts'
import type { Io } from './io.ts'
import { readText } from './config-file.ts'
import { refusedValue } from './refused-value.ts'

/*
 * The two applications take packages by local sockets, as their own tool does it (ENIAC-Tech/flexcli: `main` for the
 * first generation, `v2` for the second).
 */

export const APPLICATIONS = { first: 'FlexDesigner', second: 'FlexStudio' } as const
/** Port of FlexStudio's control socket. */
const SECOND_PORT = 34_579
/** Longest time of an installation, in ms: the second application's own tool waits as long. */
const ANSWER_MS = 30_000

const portSchema = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().min(1).max(65_535))
const firstAnswerSchema = z.object({ uuid: z.string(), status: z.string() })
const secondAnswerSchema = z.object({
  id: z.string(),
  success: z.boolean().optional(),
  error: z.string().optional(),
  data: z
    .object({ success: z.boolean().optional(), error: z.string().optional() })
    .nullish()
    .catch(null),
})

type Install = {
  generation: Generation
  /** Absolute path of the package. */
  file: string
  /** Replaces the port that the application writes down, or its usual one. */
  port: number | undefined
}

/**
 * Hands a package to the running application.
 * @throws CliError `no_application` if it cannot be reached or does not answer, `not_installed` if it refuses.
 */
export async function installPackage(io: Io, { generation, file, port }: Install): Promise<void> {
  if (generation === 'first') return installFirst(io, file, port ?? (await readPort(io)))
  return installSecond(io, file, port ?? SECOND_PORT)
}

/** A port given as text. @throws CliError `usage`. */
export function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = portSchema.safeParse(text)
  if (port.success) return port.data
  throw refusedValue('--port', 'a number from 1 to 65535')
}

/** FlexDesigner listens on a port of its choice, which it writes into a file of the user's data. */
async function readPort(io: Io): Promise<number> {
  const port = portSchema.safeParse(
    await readText(portFile(io), 'plugin_port.txt').then(
      (text) => text.trim(),
      () => '',
    ),
  )
  if (port.success) return port.data
  throw noApplication('first', 'it is not running on this machine')
}

/** Where FlexDesigner writes its port. */
export function portFile({ platform, env, home }: Pick<Io, 'platform' | 'env' | 'home'>): string {
  const rest = ['FlexDesigner', 'data', 'temp', 'plugin_port.txt']
  if (platform === 'win32') return path.join(env['APPDATA'] ?? home, ...rest)
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', ...rest)
  return path.join(home, '.config', ...rest)
}

async function installFirst(io: Io, file: string, port: number): Promise<void> {
  const uuid = randomUUID()
  const payload = { cmd: 'plugin', operation: 'install', path: file, force: false }
  const socket = await open(io, 'first', `ws://localhost:${port}`)
  try {
    socket.send({ type: 'plugin-command', payload, uuid })
    const answer = await socket.receive((message) => {
      const parsed = firstAnswerSchema.safeParse(message)
      return parsed.success && parsed.data.uuid === uuid ? parsed.data : null
    })
    if (answer === null) throw noApplication('first', 'it does not answer')
    if (answer.status !== 'success') throw notInstalled('first', answer.status)
  } finally {
    socket.close()
  }
}

async function installSecond(io: Io, file: string, port: number): Promise<void> {
  const socket = await open(io, 'second', `ws://127.0.0.1:${port}`)
  const command = async (name: string, params: object) => {
    const id = randomUUID()
    socket.send({ id, command: name, params })
    const answer = await socket.receive((message) => {
      const parsed = secondAnswerSchema.safeParse(message)
      return parsed.success && parsed.data.id === id ? parsed.data : null
    })
    if (answer === null) throw noApplication('second', 'it does not answer')
    if (answer.success === false || answer.data?.success === false) {
      throw notInstalled('second', answer.error ?? answer.data?.error ?? 'no reason given')
    }
  }
  try {
    const token = io.env['FLEX_WS_TOKEN'] ?? io.env['PLUGIN_WS_TOKEN'] ?? ''
    if (token !== '') await command('auth', { token })
    await command('installPlugin', { sourcePath: file })
  } finally {
    socket.close()
  }
}

async function open({ signal }: Io, generation: Generation, url: string) {
  const socket = await talk(url, { answerMs: ANSWER_MS, signal })
  if (socket) return socket
  throw noApplication(generation, 'it is not running on this machine')
}

const noApplication = (generation: Generation, why: string) =>
  new CliError(
    EXIT.unreachable,
    'no_application',
    `${APPLICATIONS[generation]} cannot be reached: ${why}.`,
  )

const notInstalled = (generation: Generation, why: string) =>
  new CliError(
    EXIT.failed,
    'not_installed',
    `${APPLICATIONS[generation]} refuses the package: ${why}`,
  )

/** Longest time to open a socket of this machine, in ms, and the largest message that is read, in characters. */
const OPEN_MS = 5000
const MESSAGE_MAX = 1024 * 1024

type Limits = { answerMs: number; signal: AbortSignal }

/**
 * A WebSocket (RFC 6455) to a program of this machine, for JSON messages.
 * @returns null if it cannot be opened within 5 s.
 */
async function talk(url: string, { answerMs, signal }: Limits) {
  const socket = new WebSocket(url)
  const isOpen = await settled<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true))
    socket.addEventListener('error', () => resolve(false))
    socket.addEventListener('close', () => resolve(false))
    onceLate(OPEN_MS, signal, () => resolve(false))
  })
  if (!isOpen) {
    socket.close()
    return null
  }
  return {
    send: (message: object) => socket.send(JSON.stringify(message)),
    /** The first message that `pick` takes; null if none comes in time or the socket is closed. */
    receive: <T>(pick: (message: unknown) => T | null) =>
      settled<T | null>((resolve) => {
        socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          const picked = pick(parse(data))
          if (picked !== null) resolve(picked)
        })
        socket.addEventListener('close', () => resolve(null))
        onceLate(answerMs, signal, () => resolve(null))
      }),
    close: () => socket.close(),
  }
}

const settled = <T>(begin: (resolve: (value: T) => void) => void) => new Promise<T>(begin)

function onceLate(ms: number, signal: AbortSignal, act: () => void): void {
  // The timer ends nothing that is done, and keeps no process alive.
  setTimeout(act, ms).unref()
  signal.addEventListener('abort', act, { once: true })
}

function parse(data: unknown): unknown {
  if (typeof data !== 'string' || data.length > MESSAGE_MAX) return null
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
