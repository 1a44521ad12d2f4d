import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Redis } from '#lib/redis/connect.ts'
import { scriptOf } from '#lib/redis/script.ts'
import { distrust, feedPosition, history, isTrue, stampOf } from './feed.ts'
import { position } from './state.ts'

/** Of each command, in ms; then the process does without. */
const DEADLINE_MS = 250
/** Larger entries are not shared, in bytes. */
const ENTRY_MAX_BYTES = 2 * 1024 * 1024
/** A process that was killed while it held a lock keeps the others waiting for this long, in ms. */
const LOCK_MS = 3_000
/** How long the newest position is remembered, in ms. */
const NEWEST_MS = 24 * 3600 * 1000
const MAC_BYTES = 32
const FORMAT = 1

/** Stores an entry, and the newest position that one was made at. */
const STORE = scriptOf(`
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local newest = tonumber(redis.call('GET', KEYS[2]) or '')
if not newest or newest < tonumber(ARGV[3]) then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4]) end
return 1
`)
/** Removes a lock if it is still the caller's. */
const RELEASE = scriptOf(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
)

const headSchema = z.object({
  format: z.literal(FORMAT),
  tags: z.array(z.string()),
  asOf: z.number(),
  at: z.number(),
  about: z.unknown(),
})

/** An entry that another process made and that is true here. */
export type SharedEntry = {
  /** What the writer stored about it; to be parsed. */
  about: unknown
  body: Buffer
  tags: string[]
  /** `position()` when it was found to be true: what expires later outdates it. */
  began: number
}
type Written = {
  tags: readonly string[]
  /** `position()` when it began to be made. */
  began: number
  lifetimeMs: number
  about: object
  body: Buffer
}
type Options = {
  redis: Redis
  /** Of all processes that share entries, and of no other: entries are sealed with it. */
  secret: string
  /** What pages depend on besides their data: the build, the configuration. Others with another value share nothing. */
  variant: string
  /** Of each command, in ms. */
  deadlineMs?: number
}

/**
 * Entries that the web processes of a site share: a second level behind the caches in their memory. An entry is used only if it
 * is true by the change feed (feed.ts), and unchanged since a process of this site sealed it. Without a feed that names
 * its history nothing is shared.
 */
export function createSharedCache({ redis, secret, variant, deadlineMs = DEADLINE_MS }: Options) {
  const sealKey = createHmac('sha256', secret).update('shared cache').digest()
  let checked: string | undefined

  /** In front of the keys of a history. */
  function space(): string | undefined {
    const name = history()
    if (name === undefined) return undefined
    const hash = createHash('sha256')
      .update(JSON.stringify([variant, name]))
      .digest('base64url')
    return `${redis.prefix}${hash.slice(0, 16)}:`
  }
  const keyIn = (names: string, key: string) =>
    `${names}${createHash('sha256').update(key).digest('base64url')}`
  const seal = (key: string, content: Buffer) =>
    createHmac('sha256', sealKey).update(key).update('\0').update(content).digest()

  /**
   * At the first use: entries of a position that the history has not reached yet are of another one, which ended in a restored
   * backup while no process was running.
   */
  async function check(names: string): Promise<boolean> {
    if (checked === names) return true
    const newest = await redis.command(['GET', `${names}newest`], deadlineMs)
    if (newest === undefined) return false
    if (Number(newest ?? 0) > (feedPosition() ?? 0)) distrust()
    checked = names
    return true
  }

  function open(key: string, reply: unknown): SharedEntry | undefined {
    if (!Buffer.isBuffer(reply) || reply.length < MAC_BYTES + 4) return undefined
    const content = reply.subarray(MAC_BYTES)
    if (!timingSafeEqual(reply.subarray(0, MAC_BYTES), seal(key, content))) return undefined
    const end = 4 + content.readUInt32BE(0)
    const head = headSchema.safeParse(JSON.parse(content.toString('utf8', 4, end))).data
    if (!head || !isTrue(head.tags, head)) return undefined
    const { about, tags } = head
    return { about, tags, body: content.subarray(end), began: position() }
  }

  return {
    /** @returns nothing if there is none, it is outdated, or the server does not answer. */
    async read(key: string): Promise<SharedEntry | undefined> {
      const names = space()
      if (names === undefined || !(await check(names))) return undefined
      const name = keyIn(names, key)
      const reply = await redis.command(['GET', name], deadlineMs)
      return names === space() ? open(name, reply) : undefined
    },
    /** Stores an entry that is still true. */
    async write(key: string, { tags, began, lifetimeMs, about, body }: Written): Promise<void> {
      const names = space()
      if (names === undefined || lifetimeMs < 1 || body.length > ENTRY_MAX_BYTES) return
      if (!(await check(names))) return
      const stamp = stampOf(tags, began)
      if (!stamp || names !== space()) return
      const head = Buffer.from(JSON.stringify({ format: FORMAT, tags, ...stamp, about }))
      const length = Buffer.alloc(4)
      length.writeUInt32BE(head.length)
      const content = Buffer.concat([length, head, body])
      const name = keyIn(names, key)
      const sealed = Buffer.concat([seal(name, content), content])
      const ms = [String(Math.ceil(lifetimeMs)), String(stamp.asOf), String(NEWEST_MS)]
      await redis.script(STORE, [name, `${names}newest`], [sealed, ...ms], deadlineMs)
    },
    /** Removes an entry for all processes. */
    async remove(key: string): Promise<void> {
      const names = space()
      if (names !== undefined) await redis.command(['DEL', keyIn(names, key)], deadlineMs)
    },
    /**
     * Takes the lock under a key, so that one process makes an entry.
     * @returns a function that releases it, `busy` while another process has it, or nothing without a server.
     */
    async lock(key: string): Promise<(() => Promise<void>) | 'busy' | undefined> {
      const names = space()
      if (names === undefined) return undefined
      const name = keyIn(names, `lock ${key}`)
      const token = randomUUID()
      const ms = String(LOCK_MS)
      const reply = await redis.command(['SET', name, token, 'NX', 'PX', ms], deadlineMs)
      if (reply === undefined) return undefined
      if (reply === null) return 'busy'
      return async () => void (await redis.script(RELEASE, [name], [token], deadlineMs))
    },
  }
}
export type SharedCache = ReturnType<typeof createSharedCache>
