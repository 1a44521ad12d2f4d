import { buffer } from 'node:stream/consumers'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { DrawingTone } from '#lib/contract/inside.ts'
import type { PackIcon } from '#lib/contract/search.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings } from '#backend/db/drawing-schema.ts'
import { files, projects } from '#backend/db/schema.ts'
import { fileIcons } from '#backend/db/search-schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { REFUSED, WAITING } from './placeholder.ts'

/** The address of one icon of a stored pack. */
export const iconUrl = (fileId: string, name: string) =>
  `${API_BASE}/file/${fileId}/icons/${name}.svg`

/**
 * The icons in a pack, in its own order, with the reason where a drawing is not shown; none for a pack whose file holds none.
 * @throws NotFound for what is no icon pack.
 */
export async function listPackIcons(db: Database, projectId: string): Promise<PackIcon[]> {
  const rows = await db
    .select({
      fileId: projects.fileId,
      name: fileIcons.name,
      refused: fileDrawings.refused,
      tone: fileDrawings.tone,
    })
    .from(projects)
    .leftJoin(fileIcons, eq(fileIcons.fileId, projects.fileId))
    .leftJoin(
      fileDrawings,
      and(eq(fileDrawings.fileId, fileIcons.fileId), eq(fileDrawings.name, fileIcons.name)),
    )
    .where(and(eq(projects.id, projectId), eq(projects.kind, 'icon'), isNull(projects.hiddenAt)))
    .orderBy(asc(fileIcons.position))
  if (rows.length === 0) throw new NotFound()
  return rows.flatMap(({ fileId, name, refused, tone }) => {
    if (fileId === null || name === null) return []
    return [{ name, url: iconUrl(fileId, name), ...shownAs(refused, tone) }]
  })
}

/** Why an icon is not shown, or on what ground it can be seen. */
export const shownAs = (refused: string | null, tone: DrawingTone | null) => ({
  ...(refused !== null && { refused }),
  ...(tone !== null && { tone }),
})

/**
 * The SVG of one icon of a stored container: made safe when it was uploaded, here only read. A drawing
 * that was refused, or is not made safe yet, is a placeholder; the latter nobody may keep.
 * @throws NotFound also where the object is gone or other than it was.
 */
export async function readIcon(
  { db, storage }: { db: Database; storage: Storage },
  fileId: string,
  name: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; cacheControl: string }> {
  const [row] = await db
    .select({ isReady: eq(files.drawings, 'ready'), key: files.drawingsKey, safe: fileDrawings })
    .from(fileIcons)
    .innerJoin(files, eq(files.id, fileIcons.fileId))
    .leftJoin(
      fileDrawings,
      and(eq(fileDrawings.fileId, fileIcons.fileId), eq(fileDrawings.name, fileIcons.name)),
    )
    .where(and(eq(fileIcons.fileId, fileId), eq(fileIcons.name, name), eq(files.state, 'stored')))
  if (!row) throw new NotFound()
  const { key, safe } = row
  if (!row.isReady) return { bytes: WAITING, cacheControl: 'no-store' }
  const { offset = null, size = null } = safe ?? {}
  if (key === null || offset === null || size === null) {
    return { bytes: REFUSED, cacheControl: 'public, max-age=3600' }
  }
  const stored = await storage.size(key)
  if (stored === null || stored < offset + size) throw new NotFound()
  const bytes = await buffer(storage.read(key, { start: offset, end: offset + size - 1 }))
  return { bytes: new Uint8Array(bytes), cacheControl: 'public, max-age=31536000, immutable' }
}
