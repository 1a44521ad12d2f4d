import { createClient, ErrorReply, RESP_TYPES } from '@redis/client'
import type { RedisAddress } from './address.ts'

/** To connect, in ms. */
const CONNECT_MS = 2_000
/** Pause between attempts to connect, and between probes after a failed command, in ms. */
const RETRY_MS = 1_000
/** How long a probe may take, in ms. */
const PROBE_MS = 250
/** Commands and probes without an answer after which the connection is replaced. */
const SILENT_MAX = 5

type Failures = {
  failed: (subsystem: 'cache', error: unknown) => void
  works: (subsystem: 'cache') => void
}
export type RedisState = 'ok' | 'failing' | 'unknown'
/** What a command returns: texts are buffers. */
export type RedisReply = string | number | Buffer | null | RedisReply[] | undefined
type Command = readonly (string | Buffer)[]

/**
 * Connects to a server, and again for as long as it takes. No command waits for a connection, and none waits longer than its
 * deadline: a caller does without. After a failure no command is sent until a probe, one per second, is answered: a server that
 * hangs costs no request anything, and the state is right where there are no requests.
 */
export function connectRedis(address: RedisAddress, failures: Failures) {
  let client = open()
  let state: RedisState = 'unknown'
  let silent = 0
  let probe: NodeJS.Timeout | undefined
  let isClosed = false
  const hasClosed = () => isClosed

  function open() {
    const created = clientOf(address)
    created.on('error', (error: unknown) => {
      if (created === client) fail(error)
    })
    created.on('ready', () => {
      if (created === client) succeed()
    })
    created.connect().catch(() => undefined)
    return created
  }

  function fail(error: unknown) {
    if (isClosed) return
    state = 'failing'
    failures.failed('cache', describe(error, address))
    probeLater()
  }

  function probeLater() {
    probe ??= setTimeout(async () => {
      probe = undefined
      if (isClosed || state !== 'failing') return
      await send(['PING'], PROBE_MS).catch(() => undefined)
      if (state === 'failing') probeLater()
    }, RETRY_MS)
    probe.unref()
  }

  function succeed() {
    silent = 0
    if (state === 'ok') return
    state = 'ok'
    failures.works('cache')
  }

  const run = async (command: Command, deadlineMs: number): Promise<RedisReply> =>
    state === 'failing' ? undefined : send(command, deadlineMs)

  async function send(command: Command, deadlineMs: number): Promise<RedisReply> {
    if (isClosed || !client.isReady) return undefined
    const sent = client
    try {
      const answer = sent.sendCommand<RedisReply>(command, {
        typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer },
      })
      const reply = await within(answer, deadlineMs)
      if (reply === 'late') {
        silent += 1
        fail(new Error(`no answer within ${deadlineMs} ms`))
        if (silent >= SILENT_MAX) replace(sent)
        return undefined
      }
      succeed()
      return reply
    } catch (error) {
      if (error instanceof ErrorReply && error.message.startsWith('NOSCRIPT')) throw error
      // A foreign value under the key counts as none.
      if (error instanceof ErrorReply && error.message.startsWith('WRONGTYPE')) return null
      if (sent === client) fail(error)
      return undefined
    }
  }

  /** A connection whose other end is gone without a word would be found out by the system after minutes. */
  function replace(broken: typeof client) {
    if (broken !== client) return
    silent = 0
    client = open()
    broken.destroy()
  }

  return {
    /**
     * Runs a command.
     * @returns `undefined` if the server is away, refuses or takes longer than `deadlineMs`.
     */
    async command(command: Command, deadlineMs: number): Promise<RedisReply> {
      return run(command, deadlineMs).catch(() => undefined)
    },
    script: scriptRunner(run),
    /** In front of every key. */
    prefix: address.prefix,
    state: () => state,
    /** Resolves once the server has answered, or `ms` later. */
    async settle(ms: number): Promise<void> {
      const end = performance.now() + ms
      while (performance.now() < end && !hasClosed()) {
        if ((await send(['PING'], ms).catch(() => undefined)) !== undefined) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    close(): void {
      isClosed = true
      clearTimeout(probe)
      client.destroy()
    },
  }
}

function clientOf({ host, port, tls, username, password, database }: RedisAddress) {
  return createClient({
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    // Servers before version 6 know no other.
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandsQueueMaxLength: 10_000,
    socket: {
      host,
      port,
      ...(tls && { tls: true as const }),
      connectTimeout: CONNECT_MS,
      reconnectStrategy: RETRY_MS,
    },
  })
}

/** The answer, or `late` after `ms`; it may still fail after that. */
async function within(answer: Promise<RedisReply>, ms: number): Promise<RedisReply | 'late'> {
  answer.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function scriptRunner(run: (command: Command, deadlineMs: number) => Promise<RedisReply>) {
  const sent = new Set<string>()
  /** Runs a script, which is sent once per connection. @returns like `command`. */
  return async (
    { sha, text }: Script,
    keys: readonly string[],
    values: Command,
    deadlineMs: number,
  ): Promise<RedisReply> => {
    const rest = [String(keys.length), ...keys, ...values]
    try {
      if (sent.has(sha)) return await run(['EVALSHA', sha, ...rest], deadlineMs)
    } catch {
      // The server was restarted or its scripts were flushed.
    }
    const reply = await run(['EVAL', text, ...rest], deadlineMs).catch(() => undefined)
    if (reply !== undefined) sent.add(sha)
    return reply
  }
}

/** The message may repeat the command that was refused, and that of signing in has the password. */
function describe(error: unknown, { password }: RedisAddress): Error {
  const [message = ''] = (error instanceof Error ? error.message : String(error)).split(
    ', with args',
  )
  return new Error(password ? message.replaceAll(password, '…') : message)
}

export type Redis = ReturnType<typeof connectRedis>
export type Script = { text: string; sha: string }
