/** Longest time to open a socket of this machine, in ms, and the largest message that is read, in characters. */
const OPEN_MS = 5000
const MESSAGE_MAX = 1024 * 1024

type Limits = { answerMs: number; signal: AbortSignal }

/**
 * A WebSocket (RFC 6455) to a program of this machine, for JSON messages.
 * @returns null if it cannot be opened within 5 s.
 */
export async function talk(url: string, { answerMs, signal }: Limits) {
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
