import { buffer } from 'node:stream/consumers'
import { eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import {
  fileIcons,
  files,
  milestones,
  projects,
  searchDocuments,
  searchWords,
} from '#backend/db/schema.ts'
import { readPack } from '#backend/services/icon/read-pack.ts'
import { storeIcons } from '#backend/services/icon/store.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { indexProject } from './index-project.ts'

/** Raise the number when words are cut or marked in another way: everything is indexed anew then. */
const FORM = 'search-form-1'
const BATCH = 100

type Parts = {
  db: Database
  storage: Storage
  onProgress: (done: number) => void
  signal?: AbortSignal
}

/**
 * Indexes what is not findable yet: a catalogue from before there was search, or all of it after a
 * change of form. A start that is cut off goes on at the next one.
 */
export async function indexMissing({ db, storage, onProgress, signal }: Parts): Promise<void> {
  const [formed] = await db.select().from(milestones).where(eq(milestones.name, FORM))
  const isStopped = () => signal?.aborted === true
  if (!formed) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`TRUNCATE ${searchDocuments}, ${searchWords}, ${fileIcons}`)
      await tx
        .insert(milestones)
        .values({ name: FORM, reachedAt: new Date() })
        .onConflictDoNothing()
    })
  }
  let done = 0
  while (!isStopped()) {
    const missing = await db
      .select({
        id: projects.id,
        kind: projects.kind,
        fileId: projects.fileId,
        key: files.key,
        size: files.size,
      })
      .from(projects)
      .leftJoin(searchDocuments, eq(searchDocuments.projectId, projects.id))
      .leftJoin(files, eq(files.id, projects.fileId))
      .where(isNull(searchDocuments.projectId))
      .limit(BATCH)
    if (missing.length === 0) return
    for (const { id, kind, fileId, key, size } of missing) {
      const icons = kind === 'icon' && key && size ? await readIcons(storage, key, size) : []
      await db.transaction(async (tx) => {
        if (fileId && icons.length > 0) await storeIcons(tx, fileId, icons)
        await indexProject(tx, id)
      })
    }
    done += missing.length
    onProgress(done)
  }
}

/** A file that is gone makes its project no less findable by its words. */
async function readIcons(storage: Storage, key: string, size: number) {
  if ((await storage.size(key)) !== size) return []
  return readPack(await buffer(storage.read(key, { start: 0, end: size - 1 })))
}
