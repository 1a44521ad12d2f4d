import { LRUCache } from 'lru-cache'
import type { Database } from '#backend/db/connect.ts'
import { isDatabaseUnavailable } from '#backend/db/is-unavailable.ts'
import { findFile } from './find.ts'

/** Files that are remembered, about 1 kB each. */
const FILES_MAX = 10_000
/** How long, in ms: a file hidden since then may be served while the database is away. */
const REMEMBERED_MS = 300_000

/**
 * Finds stored files, as `findFile` does. While the database is unavailable, those that were asked for in the
 * last five minutes are still found, so that downloads go on; cached pages are as old.
 * @param now the current time.
 */
export function createFileLookup(db: Database, now: () => Date) {
  type Known = { found: Awaited<ReturnType<typeof findFile>>; at: number }
  const known = new LRUCache<string, Known>({ max: FILES_MAX })
  return async function find(id: string): Promise<Known['found']> {
    try {
      const found = await findFile(db, id)
      known.set(id, { found, at: now().getTime() })
      return found
    } catch (error) {
      const last = known.get(id)
      if (!isDatabaseUnavailable(error)) {
        known.delete(id)
        throw error
      }
      if (!last || now().getTime() - last.at > REMEMBERED_MS) throw error
      return last.found
    }
  }
}
export type FileLookup = ReturnType<typeof createFileLookup>
