import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import {
  authors,
  colourVariants,
  fileDrawings,
  fileIcons,
  files,
  projects,
  versions,
} from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { VARIANTS_MAX } from '#lib/contract/file/colour-variant.ts'

export type StoredVariant = typeof colourVariants.$inferSelect
type Deps = { db: Database; storage: Storage }

/**
 * The file of a published version of an icon pack, its version and its licence.
 * @throws NotFoundError also for a hidden, discarded or scheduled one: variants are had as long as their original.
 */
export async function findSource(db: Database, fileId: string) {
  const [row] = await db
    .select({
      id: files.id,
      key: files.key,
      size: files.size,
      name: files.name,
      format: files.format,
      drawings: files.drawings,
      drawingsKey: files.drawingsKey,
      drawingsVersion: files.drawingsVersion,
      icons: db.$count(fileIcons, eq(fileIcons.fileId, files.id)),
      version: versions.version,
      facts: versions.facts,
      project: { id: projects.id, kind: projects.kind, author: authors.name },
      license: projects.license,
    })
    .from(files)
    .innerJoin(versions, and(eq(versions.fileId, files.id), isNull(versions.publishAt)))
    .innerJoin(projects, and(eq(projects.id, versions.projectId), isPublic))
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(
      and(
        eq(files.id, fileId),
        eq(files.state, 'stored'),
        eq(files.purpose, 'project'),
        eq(projects.kind, 'icon'),
      ),
    )
    .orderBy(desc(versions.createdAt))
    .limit(1)
  if (!row) throw new NotFoundError()
  const { facts, ...source } = row
  return { ...source, license: facts?.license ?? source.license }
}
export type VariantSource = Awaited<ReturnType<typeof findSource>>

/** Records which drawings are pictures of pixels; the page of the pack then offers no colours. */
export async function recordRaster(
  db: Database,
  { id, project }: VariantSource,
  names: string[],
  now: Date,
) {
  await db.transaction(async (tx) => {
    const isOne = and(eq(fileDrawings.fileId, id), inArray(fileDrawings.name, names))
    await tx.update(fileDrawings).set({ raster: true }).where(isOne)
    await recordChanges(tx, [project], { author: project.author, now, effect: 'content' })
  })
}

export async function readVariant(
  db: Database,
  { fileId, colour }: { fileId: string; colour: string },
): Promise<StoredVariant | undefined> {
  const isOne = and(eq(colourVariants.fileId, fileId), eq(colourVariants.colour, colour))
  const [row] = await db.select().from(colourVariants).where(isOne)
  return row
}

/**
 * Records a variant whose object is stored. One that another process recorded in the meantime stays, and the object is removed.
 * @throws Error if the file was deleted; nothing is left then.
 */
export async function recordVariant({ db, storage }: Deps, variant: StoredVariant): Promise<void> {
  let isRecorded = false
  try {
    const inserted = await db
      .insert(colourVariants)
      .values(variant)
      .onConflictDoNothing()
      .returning({ key: colourVariants.key })
    isRecorded = inserted.length > 0
  } finally {
    if (!isRecorded) await storage.remove(variant.key)
  }
}

/** Deletes a variant whose object is missing or damaged. */
export async function dropVariant({ db, storage }: Deps, { key }: StoredVariant): Promise<void> {
  await db.delete(colourVariants).where(eq(colourVariants.key, key))
  await storage.remove(key)
}

export async function touchVariant(db: Database, { key }: StoredVariant, now: Date): Promise<void> {
  await db.update(colourVariants).set({ lastUsedAt: now }).where(eq(colourVariants.key, key))
}

/**
 * Deletes the least recently used variants: of each file all but `VARIANTS_MAX`, and of all files those beyond `maxBytes` together.
 * @param made the key of the one that was made, which stays.
 */
export async function evictVariants(
  { db, storage }: Deps,
  { made, maxBytes }: { made: string; maxBytes: number },
): Promise<void> {
  const { key, fileId, size, lastUsedAt } = colourVariants
  const order = sql`${key} = ${made} DESC, ${lastUsedAt} DESC, ${key}`
  const ranked = db
    .select({
      key,
      place: sql<string>`row_number() OVER (PARTITION BY ${fileId} ORDER BY ${order})`.as('place'),
      sum: sql<string>`sum(${size}) OVER (ORDER BY ${order})`.as('sum'),
    })
    .from(colourVariants)
    .as('ranked')
  const evicted = db
    .select({ key: ranked.key })
    .from(ranked)
    .where(
      sql`${ranked.key} <> ${made} AND (${ranked.place} > ${VARIANTS_MAX} OR ${ranked.sum} > ${maxBytes})`,
    )
  const deleted = await db.delete(colourVariants).where(inArray(key, evicted)).returning({ key })
  for (const row of deleted) await storage.remove(row.key)
}
