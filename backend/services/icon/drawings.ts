import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings, fileIcons } from '#backend/db/tables.ts'

/** The icons of a file in the order of its archive, with what is known of their drawings. `source`: bytes in the archive. */
export const readDrawings = (db: Database, fileId: string) =>
  db
    .select({
      name: fileIcons.name,
      label: fileIcons.label,
      source: fileIcons.size,
      offset: fileDrawings.offset,
      size: fileDrawings.size,
      refused: fileDrawings.refused,
      tone: fileDrawings.tone,
      simplified: fileDrawings.simplified,
      raster: fileDrawings.raster,
    })
    .from(fileIcons)
    .leftJoin(
      fileDrawings,
      and(eq(fileDrawings.fileId, fileIcons.fileId), eq(fileDrawings.name, fileIcons.name)),
    )
    .where(eq(fileIcons.fileId, fileId))
    .orderBy(asc(fileIcons.position))

type Icons = Awaited<ReturnType<typeof readDrawings>>

/** Where the drawings of icons are, of those that have one. */
export const placesOf = (icons: Icons) =>
  icons.flatMap(({ name, offset, size }) =>
    offset === null || size === null || size === 0 ? [] : [{ name, offset, size }],
  )

/** Bytes of all drawings together, and the end of the last one. */
export const extentOf = (places: ReturnType<typeof placesOf>) => ({
  bytes: places.reduce((sum, { size }) => sum + size, 0),
  end: places.reduce((last, { offset, size }) => Math.max(last, offset + size), 0),
})
