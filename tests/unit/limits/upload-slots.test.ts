import { afterEach, describe, expect, it } from 'vitest'
import { createUploadSlots, NoSlotError, createTransferMeter } from '#lib/limits/upload-slots.ts'

const MB = 1024 * 1024
const KB = 1024

let time = 0
let slots = createUploadSlots({ now: () => time })
afterEach(() => {
  time = 0
  slots = createUploadSlots({ now: () => time })
})

type Options = { account: string; network?: string; length?: string }

/** Takes a slot for an upload whose client sends what `send` is given. */
function take({ account, network = '198.51.100.1', length }: Options) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const headers = new Headers(length === undefined ? {} : { 'content-length': length })
  const slot = slots.take({ account, address: network, headers, body: readable })
  const reader = slot.body?.getReader()
  if (!reader) throw new Error('no body')
  let pending = reader.read()
  pending.catch(() => undefined)
  return {
    ...slot,
    /** The client sends bytes; the receiver then waits for more. */
    async send(bytes: number) {
      await writer.write(new Uint8Array(bytes))
      await pending
      pending = reader.read()
      pending.catch(() => undefined)
      await Promise.resolve()
    },
    async finish() {
      await writer.close()
      await pending
    },
    outcome: () => pending,
  }
}
const LONG = { length: String(100 * MB) }
const SHORT = { length: String(MB) }
const many = (count: number, options: (at: number) => Options) =>
  Array.from({ length: count }, (_, at) => take(options(at)))
/** Lets time pass in which every client is waited for, and those given send as many bytes per second. */
async function pass(seconds: number, rates: (readonly [ReturnType<typeof take>, number])[] = []) {
  // The receivers begin to wait.
  await new Promise((resolve) => setImmediate(resolve))
  for (let second = 0; second < seconds; second += 1) {
    time += 1000
    for (const [upload, rate] of rates) await upload.send(rate)
  }
}

it('a client is slow only while it is waited for', () => {
  const meter = createTransferMeter(() => time)
  for (let second = 0; second < 10; second += 1) {
    meter.wait()
    time += 1000
    meter.arrive(10 * KB)
    // The receiver is busy.
    time += 60_000
  }
  expect(meter.rate()).toBe(10 * KB)
})

describe('slots for uploads', () => {
  it('are at most a quarter for one account, wherever it comes from', () => {
    many(10, (at) => ({ account: 'ada', network: `198.51.100.${at}`, ...LONG }))
    expect(() => take({ account: 'ada', network: '192.0.2.1', ...LONG })).toThrow(NoSlotError)
    expect(() => take({ account: 'ada', network: '192.0.2.1', ...SHORT })).toThrow(NoSlotError)
    expect(take({ account: 'charles', ...LONG }).isEnded()).toBe(false)
  })

  it('are at most half for one network, less those reserved for short uploads', () => {
    many(16, (at) => ({ account: `a${at}`, ...LONG }))
    for (const length of [String(MB + 1), 'many', '-1', undefined]) {
      const sent = length === undefined ? {} : { length }
      expect(() => take({ account: 'b', ...sent }), length).toThrow(NoSlotError)
    }
    many(4, (at) => ({ account: `s${at}`, ...SHORT }))
    expect(() => take({ account: 'c', ...SHORT })).toThrow(NoSlotError)
    expect(take({ account: 'c', network: '192.0.2.1', ...LONG }).isEnded()).toBe(false)
  })

  it('of IPv6 are counted by /64', () => {
    many(16, (at) => ({ account: `a${at}`, network: `2001:db8:1:2::${at + 1}`, ...LONG }))
    expect(() => take({ account: 'b', network: '2001:db8:1:2:9::1', ...LONG })).toThrow(NoSlotError)
  })

  it('are reserved for short uploads when long ones have taken the others', () => {
    many(32, (at) => ({ account: `a${at}`, network: `198.51.100.${at % 4}`, ...LONG }))
    expect(() => take({ account: 'b', network: '192.0.2.1', ...LONG })).toThrow(NoSlotError)
    many(8, (at) => ({ account: `s${at}`, network: `192.0.2.${at}`, ...SHORT }))
    expect(() => take({ account: 'c', network: '203.0.113.1', ...SHORT })).toThrow(NoSlotError)
  })

  it('are free again after an upload, whether it succeeds or fails', async () => {
    const upload = { account: 'ada', address: '198.51.100.1', headers: new Headers(), body: null }
    await slots.run(upload, async () => expect(slots.size()).toBe(1))
    const failing = slots.run(upload, async () => Promise.reject(new Error('refused')))
    await expect(failing).rejects.toThrow('refused')
    expect(slots.size()).toBe(0)
  })
})

describe('when fewer than a quarter of the slots would be free', () => {
  it('the slowest upload of the account that has most slots ends, and its slot is used', async () => {
    const others = many(20, (at) => ({ account: `a${at}`, network: `192.0.2.${at}`, ...LONG }))
    const own = many(10, () => ({ account: 'ada', ...LONG }))
    await pass(12, [
      ...others.map((upload) => [upload, 9 * KB] as const),
      ...own.map((upload, at) => [upload, (at === 4 ? 50 : 100) * KB] as const),
    ])
    take({ account: 'new', network: '203.0.113.1', ...LONG })
    expect(own.map(({ isEnded }) => isEnded()).indexOf(true)).toBe(4)
    expect([...own, ...others].filter(({ isEnded }) => isEnded())).toHaveLength(1)
    await expect(own[4]?.outcome()).rejects.toThrow(NoSlotError)
    expect(slots.size()).toBe(30)
  })

  it('the only upload of an account is never ended at 8 kB/s or more', async () => {
    const fast = many(29, (at) => ({ account: `a${at}`, network: `192.0.2.${at}`, ...LONG }))
    const slow = take({ account: 'slow', ...LONG })
    await pass(12, [
      ...fast.map((upload) => [upload, 8 * KB] as const),
      [slow, 8 * KB - 1] as const,
    ])
    take({ account: 'n1', network: '203.0.113.1', ...LONG })
    expect(slow.isEnded()).toBe(true)
    take({ account: 'n2', network: '203.0.113.2', ...LONG })
    expect(fast.filter(({ isEnded }) => isEnded())).toEqual([])
    expect(slots.size()).toBe(31)
  })

  it('an upload that began fast and has stalled is slow', async () => {
    const others = many(29, (at) => ({ account: `a${at}`, network: `192.0.2.${at}`, ...LONG }))
    const upload = take({ account: 'ada', ...LONG })
    await upload.send(50 * MB)
    await pass(
      12,
      others.map((other) => [other, 9 * KB] as const),
    )
    take({ account: 'new', network: '203.0.113.1', ...LONG })
    expect(upload.isEnded()).toBe(true)
  })

  it('a new upload is not judged before three seconds of waiting for it', async () => {
    const uploads = many(30, (at) => ({ account: `a${at}`, network: `192.0.2.${at}`, ...LONG }))
    await pass(2)
    take({ account: 'n1', network: '203.0.113.1', ...LONG })
    expect(uploads.filter(({ isEnded }) => isEnded())).toEqual([])
  })

  it('an upload that has arrived has a slot of its account alone, and is not ended', async () => {
    const arrived = many(10, () => ({ account: 'ada', ...LONG }))
    for (const upload of arrived) await upload.finish()
    expect(() => take({ account: 'ada', ...LONG })).toThrow(NoSlotError)
    many(16, (at) => ({ account: `a${at}`, ...LONG }))
    await pass(60)
    take({ account: 'new', network: '203.0.113.1', ...LONG })
    expect(arrived.filter(({ isEnded }) => isEnded())).toEqual([])
  })

  it('the same holds for the half of a network', async () => {
    const own = many(10, () => ({ account: 'ada', ...LONG }))
    many(5, (at) => ({ account: `a${at}`, ...LONG }))
    await pass(4)
    take({ account: 'school', ...SHORT })
    expect(own.filter(({ isEnded }) => isEnded())).toHaveLength(1)
    take({ account: 'elsewhere', network: '203.0.113.1', ...SHORT })
    expect(own.filter(({ isEnded }) => isEnded())).toHaveLength(1)
  })

  it('long uploads, and any number of short ones, find a slot while five accounts hold what they can', async () => {
    const attack = () => {
      for (let at = 0; at < 100; at += 1) {
        const network = `198.51.100.${at % 2}`
        try {
          take({ account: `attacker${at % 5}`, network, ...(at % 3 === 0 ? SHORT : LONG) })
        } catch (error) {
          expect(error).toBeInstanceOf(NoSlotError)
        }
      }
    }
    attack()
    for (let round = 0; round < 10; round += 1) {
      await pass(4)
      attack()
      const away = take({ account: `away${round}`, network: '203.0.113.1', ...LONG })
      const near = take({ account: `near${round}`, network: '198.51.100.0', ...SHORT })
      expect([away.isEnded(), near.isEnded()]).toEqual([false, false])
      away.free()
      near.free()
    }
  })
})
