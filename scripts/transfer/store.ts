import type { Storage } from '#backend/storage/storage.ts'
import type { Copied } from './objects.ts'

/** Objects up to this size in bytes are read whole, so that several are written at the same time. */
const SMALL = 8 * 1024 * 1024
const WRITES_AT_ONCE = 8

/** Writes objects that come one after the other, small ones several at a time. */
export function createStore(storage: Pick<Storage, 'writeStream'>) {
  const objects = new Map<string, Copied>()
  const begun = new Set<string>()
  const pending = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined

  async function write(
    key: string,
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const copied = await storage.writeStream(key, bytes, { maxBytes: Infinity })
    objects.set(key, { key, ...copied })
  }

  return {
    /** What was written. */
    objects,
    /** @throws Error for a second object of the same key; what an earlier write threw. */
    async add(key: string, bytes: AsyncIterable<Uint8Array>) {
      if (begun.has(key)) throw new Error(`The backup is damaged: it has the file ${key} twice.`)
      begun.add(key)
      const chunks = bytes[Symbol.asyncIterator]()
      const head: Uint8Array[] = []
      let size = 0
      let isWhole = false
      while (size <= SMALL && !isWhole) {
        const { done, value } = await chunks.next()
        if (done) isWhole = true
        else {
          head.push(value)
          size += value.byteLength
        }
      }
      if (!isWhole) return write(key, joined(head, chunks))
      while (pending.size >= WRITES_AT_ONCE) await Promise.race(pending)
      if (failure) throw failure.error
      const task: Promise<void> = write(key, head)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => pending.delete(task))
      pending.add(task)
    },
    /** Waits for all. @throws what a write threw. */
    async end() {
      await Promise.all(pending)
      if (failure) throw failure.error
    },
    /** The same without a failure. */
    settled: async () => void (await Promise.all(pending)),
  }
}

async function* joined(head: Uint8Array[], rest: AsyncIterator<Uint8Array>) {
  yield* head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
