import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Depot } from '#scripts/transfer/depot.ts'
import { openDepot } from '#scripts/transfer/open-depot.ts'
import { parsePlace } from '#scripts/transfer/place.ts'
import { readDepot } from '#scripts/transfer/reader.ts'
import { readStates } from '#scripts/transfer/states.ts'
import { depotWriter } from '#scripts/transfer/writer.ts'
import { type StorageFault, startFaultyS3 } from './faulty-s3.ts'
import { hashesOf, openMemorySite } from './memory-site.ts'
import { newFolder } from './site-data.ts'

/** Long enough for a few repetitions. */
export const PATIENCE = { forMs: 200, pauseMs: 10, answerMs: 2_000 }

type Options = { passphrase?: string; count?: number; days?: number; at?: Date; into?: Depot }

/** A site with two files, and a bucket for its backups. */
export async function openBucketSite() {
  const folder = await newFolder()
  const site = await openMemorySite(path.join(folder, 'site'))
  let bucket = await startFaultyS3()
  /** A client of its own, as of another process. */
  const open = (patience = PATIENCE) => openDepot(parsePlace(bucket.url, '--to', {}), patience)
  let depot = await open()
  return {
    site,
    folder,
    open,
    bucket: () => bucket,
    depot: () => depot,
    /** An empty bucket that does not fail. */
    async renew() {
      await bucket.stop()
      bucket = await startFaultyS3()
      depot = await open()
    },
    backUp: ({ passphrase, count = 1, days = 0, at, into = depot }: Options = {}) =>
      site.backUpTo((head) => depotWriter(into, head, { passphrase, keep: { count, days } }), {
        ...(at && { at }),
      }),
    /** The SHA-256 of all parts. */
    read: async (passphrase = '') => hashesOf(await readDepot(await open(), () => passphrase)),
    /** The keys of all objects in the bucket. */
    async keys(): Promise<string[]> {
      const names: string[] = []
      for await (const batch of depot.list('files')) names.push(...batch.map(([name]) => name))
      return names.map((name) => path.basename(name)).toSorted()
    },
    /** The times of all complete backups. */
    times: async () => (await readStates(depot)).complete.map(({ at }) => at.toISOString()),
    async close() {
      await bucket.stop()
      await site.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Fails every request of a kind. */
export const failing = (pattern: RegExp, fault: StorageFault) => (asked: string) =>
  pattern.test(asked) ? fault : undefined

/** The message of work that fails. */
export const failureOf = (work: () => Promise<unknown>): Promise<string> =>
  work().then(
    () => 'It succeeded.',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
