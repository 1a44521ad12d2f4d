import { HttpError } from '#backend/http/errors.ts'

type Options = {
  /** How many run at once. */
  size: number
  /** How many may wait; one more is refused. */
  queueMax: number
}

/**
 * Lets in a few at a time. Who waits outside holds no picture in memory yet.
 * @throws HttpError 503 when too many wait already.
 */
export function createGate({ size, queueMax }: Options) {
  const waiting: (() => void)[] = []
  let inside = 0
  return async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (inside < size) inside += 1
    else if (waiting.length >= queueMax) throw tooBusy()
    // The place passes from the one who leaves to the next.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}

/** Whoever asks again in a few seconds finds room. */
export const tooBusy = () => new HttpError(503, 'Too many pictures are being made at the moment.')
