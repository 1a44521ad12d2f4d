import { count } from '#lib/telemetry/registry.ts'
import { networksOf } from './networks.ts'

/** Uploads of a process at a time. `short` are reserved for uploads of up to `SHORT_MAX_BYTES`. */
const UPLOADS = { all: 40, short: 8, perAccount: 10 } as const
/** By `Content-Length`, the parts around the file included. */
export const SHORT_MAX_BYTES = 1024 * 1024
/** The only upload of an account is not ended for its slowness above this rate, in bytes per second. */
const SLOW_BYTES_PER_S = 8 * 1024
/** When an upload without a slot is worth another attempt, in seconds. */
export const SLOT_RETRY_S = 5

/** There is no slot for an upload, or its slot was taken from it (`wasEnded`). */
export class NoSlotError extends Error {
  readonly wasEnded: boolean
  constructor(wasEnded: boolean) {
    super(wasEnded ? 'the upload was too slow' : 'too many uploads')
    this.name = 'NoSlotError'
    this.wasEnded = wasEnded
  }
}

/** By name: the framework's bundles share the slots of the process, and each has a class of its own. */
export const isNoSlotError = (error: unknown): error is NoSlotError =>
  error instanceof Error && error.name === 'NoSlotError'

/** Who uploads; an unknown account counts with all others of its network. */
export type Uploader = { account: string | undefined; address: string }
type Body = ReadableStream<Uint8Array> | null
type Upload = Uploader & Pick<Request, 'headers'> & { body: Body }
type Held = {
  account: string
  network: string
  isShort: boolean
  meter: TransferMeter
  isReceived: boolean
  isEnded: boolean
  /** Fails the body. */
  end: () => void
}
/** Slots that are counted together: of the process, or of a network. */
type Group = { held: Held[]; max: number; long: number }

/**
 * Slots for uploads, shared fairly. An account has at most a quarter of them, a network half. Where fewer than a quarter would be
 * free, of the process or of the half of a network, the slowest upload of the account that has most slots ends. One that is not
 * slow is ended only if its account has others. An upload that has arrived counts for its account alone.
 * @param now elapsed time in ms.
 */
export function createUploadSlots({ now = () => performance.now() } = {}) {
  const held = new Set<Held>()

  function makeRoom(group: () => Group, isShort: boolean): void {
    for (;;) {
      const { held: those, max, long } = group()
      const longOnes = those.filter((one) => !one.isShort).length
      const isFull = those.length >= max || (!isShort && longOnes >= long)
      if (!isFull && those.length < (max * 3) / 4) return
      const victim = slowestOf(those, isFull)
      if (victim) end(victim)
      else if (isFull) throw refused()
      else return
    }
  }

  function end(victim: Held): void {
    held.delete(victim)
    victim.isEnded = true
    victim.end()
    count('keystrip_rate_limited_total', ['uploads'])
  }

  /**
   * Takes a slot.
   * @throws NoSlotError
   */
  function take({ account: known, address, headers, body }: Upload) {
    const network = networksOf(address)[0]?.name ?? address
    const account = known ?? `unknown ${network}`
    const isShort = isShortBody(headers)
    const ownCount = [...held].filter((one) => one.account === account).length
    if (ownCount >= UPLOADS.perAccount) throw refused()
    // One that has arrived waits for a worker process, and no longer for its client.
    const arriving = () => [...held].filter((one) => !one.isReceived)
    const all = () => ({ held: arriving(), max: UPLOADS.all, long: UPLOADS.all - UPLOADS.short })
    const ofNetwork = () => ({
      held: arriving().filter((one) => one.network === network),
      max: UPLOADS.all / 2,
      long: (UPLOADS.all - UPLOADS.short) / 2,
    })
    makeRoom(ofNetwork, isShort)
    makeRoom(all, isShort)
    const slot: Held = {
      account,
      network,
      isShort,
      meter: createTransferMeter(now),
      isReceived: body === null,
      isEnded: false,
      end: () => undefined,
    }
    held.add(slot)
    return {
      body: body && track(body, slot),
      isEnded: () => slot.isEnded,
      free: () => void held.delete(slot),
    }
  }

  return {
    take,
    /**
     * Runs the work of an upload, which reads the body that it is given, in a slot.
     * @throws NoSlotError; what `work` throws.
     */
    async run<T>(upload: Upload, work: (body: Body) => Promise<T>): Promise<T> {
      const { body, isEnded, free } = take(upload)
      try {
        const result = await work(body)
        if (!isEnded()) return result
      } catch (error) {
        if (!isEnded()) throw error
      } finally {
        free()
      }
      throw new NoSlotError(true)
    },
    size: () => held.size,
  }
}
export type UploadSlots = ReturnType<typeof createUploadSlots>

function refused(): NoSlotError {
  count('keystrip_rate_limited_total', ['uploads'])
  return new NoSlotError(false)
}

/** Whether a body has at most `SHORT_MAX_BYTES`: a server passes on no more than `Content-Length`. */
export function isShortBody(headers: Headers): boolean {
  const length = headers.get('content-length') ?? ''
  return /^\d+$/.test(length) && Number(length) <= SHORT_MAX_BYTES
}

/**
 * The upload to end: the slowest of the account that has most slots. @param isFull also one that is too new to be judged,
 * unless its account has no other.
 */
function slowestOf(those: readonly Held[], isFull: boolean): Held | undefined {
  const counts = new Map<string, number>()
  for (const { account } of those) counts.set(account, (counts.get(account) ?? 0) + 1)
  const [worst] = those
    .map((slot) => ({ slot, count: counts.get(slot.account) ?? 0, rate: slot.meter.rate() }))
    .filter(({ count: own, rate }) =>
      own > 1 ? rate !== undefined || isFull : rate !== undefined && rate < SLOW_BYTES_PER_S,
    )
    .toSorted((a, b) => b.count - a.count || (a.rate ?? Infinity) - (b.rate ?? Infinity))
  return worst?.slot
}

/** Passes a body on, measures it, and fails when the slot is taken away. */
function track(body: ReadableStream<Uint8Array>, slot: Held): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        slot.end = () => {
          controller.error(new NoSlotError(true))
          void discard(reader)
        }
      },
      async pull(controller) {
        slot.meter.wait()
        const { value } = await reader.read()
        slot.meter.arrive(value?.byteLength ?? 0)
        if (slot.isEnded) return
        if (value) controller.enqueue(value)
        else {
          slot.isReceived = true
          controller.close()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Reads what is left, so that the client gets the response; slow connections end by themselves (connections.ts). */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let isDone = false
  while (!isDone) {
    const { done } = await reader.read().catch(() => ({ done: true }))
    isDone = done
  }
}

/** The time of waiting that a rate is measured over, in seconds. */
const WINDOW_S = 10
/** Before this time of waiting there is no rate, in ms. */
const MEASURED_MS = 3_000

/**
 * Measures how fast a client sends: bytes per second of the time in which it is waited for. Time in which the receiver is busy
 * does not count, so that an upload is not slow because of the work for others.
 * @param now elapsed time in ms.
 */
export function createTransferMeter(now: () => number) {
  let waitedMs = 0
  let since: number | undefined
  /** Bytes that arrived in each second of waiting, oldest first. */
  let seconds: { second: number; bytes: number }[] = []

  return {
    /** The receiver is ready for bytes. */
    wait(): void {
      since ??= now()
    },
    /** Bytes have arrived, or the body has ended. */
    arrive(bytes: number): void {
      if (since !== undefined) waitedMs += now() - since
      since = undefined
      const second = Math.max(0, Math.ceil(waitedMs / 1000) - 1)
      const last = seconds.at(-1)
      if (last?.second === second) last.bytes += bytes
      else {
        seconds = seconds.filter((one) => one.second > second - WINDOW_S)
        seconds.push({ second, bytes })
      }
    },
    /** @returns bytes per second; `undefined` while the client has not been waited for long enough. */
    rate(): number | undefined {
      const waited = waitedMs + (since === undefined ? 0 : now() - since)
      if (waited < MEASURED_MS) return undefined
      const begin = Math.max(0, Math.floor(waited / 1000) - WINDOW_S + 1)
      const recent = seconds.filter(({ second }) => second >= begin)
      const bytes = recent.reduce((sum, one) => sum + one.bytes, 0)
      return (bytes / (waited - begin * 1000)) * 1000
    },
  }
}
type TransferMeter = ReturnType<typeof createTransferMeter>
