import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { PackIcon } from '#lib/contract/search.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileIcons, files, projects } from '#backend/db/schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import { safeSvg } from '#backend/services/container/safe-svg.ts'
import type { Storage } from '#backend/storage/storage.ts'

const inflate = promisify(inflateRaw)

/** The address of one icon of a stored pack. */
export const iconUrl = (fileId: string, name: string) =>
  `${API_BASE}/file/${fileId}/icons/${name}.svg`

/**
 * The icons in a pack, in its own order; none for a pack whose file holds none.
 * @throws NotFound for what is no icon pack.
 */
export async function listPackIcons(db: Database, projectId: string): Promise<PackIcon[]> {
  const rows = await db
    .select({ fileId: projects.fileId, name: fileIcons.name })
    .from(projects)
    .leftJoin(fileIcons, eq(fileIcons.fileId, projects.fileId))
    .where(and(eq(projects.id, projectId), eq(projects.kind, 'icon'), isNull(projects.hiddenAt)))
    .orderBy(asc(fileIcons.position))
  if (rows.length === 0) throw new NotFound()
  return rows.flatMap(({ fileId, name }) =>
    fileId === null || name === null ? [] : [{ name, url: iconUrl(fileId, name) }],
  )
}

/**
 * The SVG of one icon of a stored container, made safe.
 * @throws NotFound also where the archive is gone or other than it was, or the drawing is none.
 */
export async function readIcon(
  { db, storage }: { db: Database; storage: Storage },
  fileId: string,
  name: string,
): Promise<string> {
  const [row] = await db
    .select({ icon: fileIcons, file: { key: files.key, size: files.size } })
    .from(fileIcons)
    .innerJoin(files, eq(files.id, fileIcons.fileId))
    .where(and(eq(fileIcons.fileId, fileId), eq(fileIcons.name, name), eq(files.state, 'stored')))
  if (!row || (await storage.size(row.file.key)) !== row.file.size) throw new NotFound()
  const { offset, packedSize, size, isDeflated } = row.icon
  const range = { start: offset, end: offset + packedSize - 1 }
  const packed = await buffer(storage.read(row.file.key, range))
  const bytes = isDeflated ? await inflate(packed, { maxOutputLength: size }) : packed
  const svg = safeSvg(bytes.toString('utf8'))
  if (svg === null) throw new NotFound()
  return svg
}
