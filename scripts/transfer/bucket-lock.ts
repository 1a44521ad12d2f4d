import { randomBytes } from 'node:crypto'
import os from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { DepotBusyError, type DepotLock } from './depot.ts'

/** A lock that was not renewed for so long is free, in ms; it is renewed in an eighth of it. */
export const LEASE_MS = 2 * 60_000
/** After taking it, for a storage without conditional writes: of two that took it at the same time, one sees the other's. */
const SETTLE_MS = 1_000

/** What the lock is stored in. */
export type LockFile = {
  /** Its text, when it was written and what time it is, both by the clock of the storage; null if there is none. */
  read: () => Promise<{ text: string; etag: string; ageMs: number } | null>
  /** @returns false if it is not the one that `etag` names any more, or exists where there should be none (null). */
  write: (text: string, etag: string | null) => Promise<boolean>
}

/** How often a lock is read that cannot be parsed. */
const LOOKS = 3

const lockSchema = z.object({ holder: z.string().nullable(), host: z.string().max(300) })

/**
 * Takes a lock in a bucket, which ends by itself some minutes after its holder was killed. Its age is measured by the clock of the storage
 * alone, so that those of the machines do not matter.
 * @throws DepotBusyError
 */
export async function takeBucketLock(
  { read, write }: LockFile,
  place: string,
  { leaseMs = LEASE_MS, settleMs = SETTLE_MS } = {},
): Promise<DepotLock> {
  const holder = randomBytes(12).toString('hex')
  const text = (of: string | null) => JSON.stringify({ holder: of, host: os.hostname() })
  const taken = (host: string, ageMs: number) => {
    const minutes = Math.max(1, Math.ceil((leaseMs - ageMs) / 60_000))
    return new DepotBusyError(
      `Another backup is written to ${place} by ${JSON.stringify(host)}; if it was killed, try again in ${minutes} min.`,
    )
  }
  /** Some storages show an object for a moment before all of it is there. */
  async function look() {
    for (let attempt = 1; ; attempt += 1) {
      const found = await read()
      if (!found) return null
      const lock = lockSchema.safeParse(parseJson(found.text)).data
      if (lock) return { ...found, ...lock }
      if (attempt === LOOKS) return { ...found, holder: null, host: '' }
      await delay(settleMs)
    }
  }
  const former = await look()
  if (former && former.holder !== null && former.ageMs < leaseMs) {
    throw taken(former.host, former.ageMs)
  }
  const isWritten = await write(text(holder), former?.etag ?? null)
  if (isWritten) await delay(settleMs)
  async function check() {
    const found = await look()
    if (found?.holder !== holder) throw taken(found?.host ?? '', found?.ageMs ?? 0)
    return found
  }
  await check()

  let lost: unknown
  const renew = async () => {
    try {
      const found = await check()
      await write(text(holder), found.etag)
    } catch (error) {
      lost ??= error
    }
  }
  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
  }, leaseMs / 8).unref()
  return {
    async check() {
      if (lost !== undefined) throw lost
      await check()
    },
    async release() {
      clearInterval(timer)
      await renewing
      // Written, not removed: a key that may not delete is enough for backups that are all kept.
      const found = await look().catch(() => null)
      if (found?.holder === holder) {
        await write(text(null), found.etag).catch(() => undefined)
      }
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
