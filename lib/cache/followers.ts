import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { getProcessState } from '#lib/process-state.ts'
import type { Redis } from '#lib/redis/connect.ts'
import { scriptOf } from '#lib/redis/script.ts'
import { feedPosition, history } from './feed.ts'
import { follower } from './state.ts'

/** A process that has noted no position for so long has ended, or does not reach the backend, in ms. */
const ALIVE_MS = 5_000
/** How often a position that stays the same is noted, in ms. */
const NOTE_MS = 1_000
/** How long the answer to a removal waits for the other processes, and how often it asks for them, in ms. */
const WAIT_MS = 2_000
const ASK_MS = 20
/** Of a command, in ms. */
const DEADLINE_MS = 250

const NOW = `local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)`
const NOTE = scriptOf(`${NOW}
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. string.format('%d', now))
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
`)
/** Counts the processes other than ARGV[1] that have not reached the position ARGV[2]. */
const COUNT_BEHIND = scriptOf(`${NOW}
local behind = 0
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local position, at = string.match(all[i + 1], '^(%d+) (%d+)$')
  if not at or now - tonumber(at) > tonumber(ARGV[3]) then redis.call('HDEL', KEYS[1], all[i])
  elseif all[i] ~= ARGV[1] and tonumber(position) < tonumber(ARGV[2]) then behind = behind + 1 end
end
return behind
`)

declare module '#lib/process-state.ts' {
  interface ProcessState {
    followers: Followers
  }
}

/** The web processes that follow one change feed, and the positions that they have reached, in the server of CACHE_URL. */
export function createFollowers(redis: Redis) {
  const own = randomUUID()
  let noted = { name: '', position: -1, at: 0 }
  const keyOf = (name: string) =>
    `${redis.prefix}followers:${createHash('sha256').update(name).digest('base64url').slice(0, 16)}`
  return {
    /** Notes the position of this process, which has expired what changed up to it. */
    async note(): Promise<void> {
      const [name, position] = [history(), feedPosition()]
      if (name === undefined || position === undefined) return
      const at = performance.now()
      const isSame = noted.name === name && noted.position === position
      if (isSame && at - noted.at < NOTE_MS) return
      noted = { name, position, at }
      const values = [own, String(position), String(ALIVE_MS)]
      await redis.script(NOTE, [keyOf(name)], values, DEADLINE_MS)
    },
    /** Whether others have not reached the position of this process. Without an answer of the server they count as having. */
    async areBehind(): Promise<boolean> {
      const [name, position] = [history(), feedPosition()]
      if (name === undefined || position === undefined) return false
      const values = [own, String(position), String(ALIVE_MS)]
      return Number(await redis.script(COUNT_BEHIND, [keyOf(name)], values, DEADLINE_MS)) > 0
    },
    /** The number of the other processes; `null` if the server does not answer, or the feed has no history. */
    async countOthers(): Promise<number | null> {
      const name = history()
      if (name === undefined) return null
      // None has reached such a position.
      const values = [own, String(Number.MAX_SAFE_INTEGER), String(ALIVE_MS)]
      const count = await redis.script(COUNT_BEHIND, [keyOf(name)], values, DEADLINE_MS)
      return count === undefined ? null : Number(count)
    },
  }
}
type Followers = ReturnType<typeof createFollowers>

/** Waits until this process has read what has changed up to now, for two seconds at most. */
export const untilRead = (): Promise<unknown> =>
  Promise.race([follower()?.next(), wait(WAIT_MS, undefined, { ref: false })])

/**
 * Waits until no web process shows what a change has taken away: this one, and with a server of CACHE_URL the others. For two
 * seconds at most, after which they have polled, too, or cannot reach the backend.
 */
export async function untilFollowed(): Promise<void> {
  const end = performance.now() + WAIT_MS
  await untilRead()
  const followers = getProcessState('followers')
  while (performance.now() < end && (await followers?.areBehind())) await wait(ASK_MS)
}
