import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { manifestSchema } from '#lib/contract/container.ts'
import { type Kind, KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { filePages } from '#backend/db/drawing-schema.ts'
import { files } from '#backend/db/schema.ts'
import type { StoredFile } from '#backend/services/container/archive.ts'
import { storeIcons } from '#backend/services/icon/store.ts'
import type { Storage } from '#backend/storage/storage.ts'

const MB = 1024 * 1024
/** 512 MB of text inflate in about 4 s of processor. */
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
 * What is in an archive that is stored already, read in a worker process.
 * @throws WorkerError, where it passes its limits or cannot be read.
 */
export async function readContents(
  { storage, workers }: { storage: Storage; workers: Pool },
  { key, size }: StoredFile,
): Promise<Contents> {
  const output = await storage.withFile(key, (path) =>
    workers.run('archive', { path, size }, { limits: LIMITS }),
  )
  return contentsSchema.parse(output)
}

/** Notes what is in a file: its icons, which are still to be made safe, and its pages. */
export async function noteContents(
  tx: Transaction,
  { fileId, kind }: { fileId: string; kind: Kind },
  { icons, manifest }: Contents,
): Promise<void> {
  if (icons.length > 0) await storeIcons(tx, { fileId, kind, icons })
  if (manifest && manifest.format !== 'iconpack') {
    await tx.insert(filePages).values({ fileId, pages: manifest.pages }).onConflictDoNothing()
  }
  const drawings = icons.length > 0 ? 'waiting' : 'ready'
  const format = manifest?.format ?? null
  await tx.update(files).set({ drawings, format }).where(eq(files.id, fileId))
}

/** The kind that a file's ending says. */
export const kindOfFile = (name: string): Kind =>
  KINDS.find((kind) => {
    const ending = KIND_TABLE[kind].fileEnding
    return ending !== null && name.toLowerCase().endsWith(ending)
  }) ?? 'icon'
