import { extname } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { stem } from '#backend/services/container/icon-names.ts'
import type { PackedIcon } from '#backend/services/container/icons.ts'
import { labelsOf, type Manifest } from '#backend/services/container/manifest.ts'
import { iconTerms } from '#backend/services/search-index/icon-terms.ts'
import { manifestSchema } from '#lib/contract/file/container.ts'
import { kindOfEnding } from '#lib/contract/file/file-format.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Payer } from '#lib/limits/payer.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { fileIcons, fileNeeds, filePages, files } from '#backend/db/tables.ts'
import { fromWorker } from '#backend/storage/error.ts'
import type { Storage, StoredObject } from '#backend/storage/storage.ts'

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
  payer: Payer,
): Promise<Contents> {
  try {
    const output = await storage.withFile(key, (path) =>
      workers.run(payer, 'archive', { path, size }, { limits: LIMITS }),
    )
    return contentsSchema.parse(output)
  } catch (error) {
    throw fromWorker(error)
  }
}

/** Stores the contents of a file: its icons, which are sanitised later, its pages, and what it needs. */
export async function recordContents(
  tx: Transaction,
  { fileId, kind }: { fileId: string; kind: Kind },
  { icons, manifest }: Contents,
): Promise<void> {
  if (icons.length > 0) await storeIcons(tx, { fileId, kind, icons, manifest })
  if (manifest && manifest.format !== 'iconpack') {
    await tx.insert(filePages).values({ fileId, pages: manifest.pages }).onConflictDoNothing()
  }
  const requires = manifest?.requires ?? []
  if (requires.length > 0) {
    const needs = requires.map(({ kind: needed, id: named, minimum = '' }, place) => ({
      fileId,
      place,
      kind: needed,
      named,
      minimum,
    }))
    await tx.insert(fileNeeds).values(needs).onConflictDoNothing()
  }
  const drawings = icons.length > 0 ? 'waiting' : 'ready'
  const format = manifest?.format ?? null
  await tx.update(files).set({ drawings, format }).where(eq(files.id, fileId))
}

/** The kind of a file by its extension. */
export const kindOfFile = (name: string): Kind => kindOfEnding(extname(name)) ?? 'icon'

type Packed = { fileId: string; kind: Kind; icons: PackedIcon[]; manifest: Manifest | null }

/** Stores the icon directory of an archive; existing rows stay. Only icons of packs are searchable. */
async function storeIcons(
  tx: Transaction,
  { fileId, kind, icons, manifest }: Packed,
): Promise<void> {
  const tagsByName = manifest?.format === 'iconpack' ? tagsOf(manifest.icons) : NO_TAGS
  const labels = labelsOf(manifest)
  const rows = icons.map(({ isDeflated, packedSize, ...icon }, position) => ({
    ...icon,
    label: labels.get(icon.name) ?? null,
    tags: tagsByName.get(icon.name) ?? [],
    position,
    packed_size: packedSize,
    is_deflated: isDeflated,
    terms:
      kind === 'icon'
        ? iconTerms({
            name: icon.name,
            label: labels.get(icon.name),
            tags: tagsByName.get(icon.name),
          })
        : '',
  }))
  await tx.execute(sql`
    INSERT INTO ${fileIcons} (file_id, name, label, position, "offset", packed_size, size, is_deflated, terms, tags)
    SELECT ${fileId}, name, label, position, "offset", packed_size, size, is_deflated, terms::tsvector, tags
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS icon (name text, label text, position integer,
      "offset" integer, packed_size integer, size integer, is_deflated boolean, terms text, tags text[])
    ON CONFLICT DO NOTHING`)
  // Bulk inserts are faster through the pending list of the GIN index, but every lookup scans that
  // list (see NO_PENDING_LIST in db/search-schema.ts): flush it. A separate statement, because the
  // statement timeout applies to each.
  await tx.execute(sql`SELECT gin_clean_pending_list('file_icons_by_terms'::regclass)`)
}

const NO_TAGS: ReadonlyMap<string, string[]> = new Map()

/** The tags of a manifest, by the names of the icons' files. */
const tagsOf = (icons: { file: string; tags?: string[] | undefined }[]) =>
  new Map(icons.flatMap(({ file, tags }) => (tags ? [[stem(file), tags] as const] : [])))
