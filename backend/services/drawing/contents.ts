import { extname } from 'node:path'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { manifestSchema } from '#lib/contract/file/container.ts'
import { kindOfEnding } from '#lib/contract/file/file-format.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { filePages, files } from '#backend/db/tables.ts'
import { fromWorker } from '#backend/storage/error.ts'
import type { Storage, StoredObject } from '#backend/storage/storage.ts'
import { storeIcons } from './store-icons.ts'

const MB = 1024 * 1024
/** 512 MB of text inflate in about 4 s of processor time. */
const LIMITS = { cpuMs: 10_000, rssBytes: 400 * MB }

export const contentsSchema = z.object({
  icons: z.array(
    z.object({
      name: z.string(),
      offset: z.number().int().nonnegative(),
      packedSize: z.number().int().positive(),
      size: z.number().int().positive(),
      isDeflated: z.boolean(),
    }),
  ),
  manifest: manifestSchema.nullable(),
})
export type Contents = z.infer<typeof contentsSchema>

/**
 * Reads the contents of a stored archive in a worker process.
 * @throws WorkerError if the task exceeds its limits; StorageError if the file cannot be read.
 */
export async function readContents(
  { storage, workers }: { storage: Storage; workers: Pool },
  { key, size }: StoredObject,
): Promise<Contents> {
  try {
    const output = await storage.withFile(key, (path) =>
      workers.run('archive', { path, size }, { limits: LIMITS }),
    )
    return contentsSchema.parse(output)
  } catch (error) {
    throw fromWorker(error)
  }
}

/** Stores the contents of a file: its icons, which are sanitised later, and its pages. */
export async function recordContents(
  tx: Transaction,
  { fileId, kind }: { fileId: string; kind: Kind },
  { icons, manifest }: Contents,
): Promise<void> {
  if (icons.length > 0) await storeIcons(tx, { fileId, kind, icons, manifest })
  if (manifest && manifest.format !== 'iconpack') {
    await tx.insert(filePages).values({ fileId, pages: manifest.pages }).onConflictDoNothing()
  }
  const drawings = icons.length > 0 ? 'waiting' : 'ready'
  const format = manifest?.format ?? null
  await tx.update(files).set({ drawings, format }).where(eq(files.id, fileId))
}

/** The kind of a file by its extension. */
export const kindOfFile = (name: string): Kind => kindOfEnding(extname(name)) ?? 'icon'
