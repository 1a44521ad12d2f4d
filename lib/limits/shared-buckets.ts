import type { Redis } from '#lib/redis/connect.ts'
import { scriptOf } from '#lib/redis/script.ts'
import {
  type Buckets,
  counted,
  createBuckets,
  createWithdrawals,
  takenOf,
  type Withdrawal,
  type Withdrawn,
} from './buckets.ts'
import type { AccountRate, RateName } from './rates.ts'

/** Of a decision about a request, in ms; then the buckets of this process decide. */
const DEADLINE_MS = 100

/**
 * Takes from every bucket or from none; with `charge`, from every bucket whatever it holds. A bucket is its tokens and the
 * time in ms of the server's clock, and expires when it is full again. An unreadable bucket counts as full.
 * ARGV: `take` or `charge`, then capacity, tokens per second and amount of each key. Returns the seconds to wait, or 0, and the tokens
 * that are left in each bucket.
 */
const TAKE = scriptOf(`
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wait = 0
local left = {}
for i, key in ipairs(KEYS) do
  local capacity = tonumber(ARGV[3 * i - 1])
  local rate = tonumber(ARGV[3 * i])
  local amount = tonumber(ARGV[3 * i + 1])
  local tokens = capacity
  local stored = redis.pcall('GET', key)
  if type(stored) == 'string' then
    local had, at = string.match(stored, '^(-?%d+%.%d+) (%d+%.%d+)$')
    had, at = tonumber(had), tonumber(at)
    if had and at and at <= now + 1000 then
      tokens = math.min(capacity, had + math.max(0, now - at) / 1000 * rate)
    end
  end
  left[i] = tokens - amount
  if left[i] < 0 then wait = math.max(wait, math.ceil(-left[i] / rate)) end
end
if wait > 0 and ARGV[1] == 'take' then return {wait} end
local reply = {0}
for i, key in ipairs(KEYS) do
  local full = math.ceil((ARGV[3 * i - 1] - left[i]) / ARGV[3 * i] * 1000) + 1
  redis.call('SET', key, string.format('%.3f %.3f', left[i], now), 'PX', string.format('%d', full))
  reply[i + 1] = string.format('%.3f', left[i])
end
return reply
`)

type Options = {
  redis: Redis | undefined
  /** Which processes share the buckets: a request counts once in each of the two. */
  tier: 'web' | 'backend'
  factor: number
  /** For one request, in ms; later than that, the process decides alone. */
  deadlineMs?: number
}

/**
 * Token buckets that all processes of a tier share. Without a server, or while it does not answer, those in the memory of this
 * process hold (buckets.ts).
 */
export function createSharedBuckets({
  redis,
  tier,
  factor,
  deadlineMs = DEADLINE_MS,
}: Options): Buckets {
  const local = createBuckets({ factor })
  if (!redis) return local
  const { script, prefix } = redis
  const withdrawals = createWithdrawals(factor)

  async function run(
    mode: 'take' | 'charge',
    wanted: readonly Withdrawal[],
  ): Promise<Withdrawn | undefined> {
    const keys = wanted.map(({ key }) => `${prefix}rate:${tier}:${key}`)
    const values = wanted.flatMap(({ capacity, perSecond, amount }) => [
      String(capacity),
      String(perSecond),
      String(amount),
    ])
    const reply = await script(TAKE, keys, [mode, ...values], deadlineMs)
    if (!Array.isArray(reply)) return undefined
    const [wait, ...left] = reply
    return typeof wait === 'number' ? takenOf(wait, wanted, left.map(Number)) : undefined
  }

  async function charge(withdrawn: readonly Withdrawal[], inMemory: () => void) {
    if ((await run('charge', withdrawn)) === undefined) inMemory()
  }
  const shared = (limit: string, taken: Withdrawn | undefined) => taken && counted(limit, taken)

  return {
    takeByAddress: async (name: RateName, address: string) =>
      shared(name, await run('take', withdrawals.request(name, address))) ??
      local.takeByAddress(name, address),
    charge(address: string, ms: number): void {
      void charge(withdrawals.work(address, ms), () => local.charge(address, ms))
    },
    chargeAccount(key: string, ms: number): void {
      void charge(withdrawals.accountWork(key, ms), () => local.chargeAccount(key, ms))
    },
    takeByAccount: async (name: AccountRate, key: string) =>
      shared(name, await run('take', withdrawals.accountRequest(name, key))) ??
      local.takeByAccount(name, key),
  }
}
