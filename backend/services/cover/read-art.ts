import path from 'node:path'
import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import { iconNameOf, pagesInManifestSchema } from '#lib/contract/file/container.ts'
import { kindOfEnding } from '#lib/contract/file/file-format.ts'
import type { Database } from '#backend/db/connect.ts'
import { fileDrawings, fileIcons, filePages, files } from '#backend/db/tables.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import { SHEET_DRAWING_MAX, SHEET_MAX } from '#backend/services/drawing/limits.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { type Art, ICONS_MAX, PAGES_MAX } from './messages.ts'

type Deps = { db: Database; storage: Storage }
type File = Pick<typeof files.$inferSelect, 'id' | 'drawingsKey'> & Pick<Art, 'kind' | 'title'>

/**
 * A stored project file that is drawn.
 * @param title by default the name of the file.
 * @throws NotFoundError; DomainError `not_ready`.
 */
export async function findDrawn(
  db: Database,
  { fileId, title }: { fileId: string; title?: string | undefined },
): Promise<File> {
  const [file] = await db
    .select({
      id: files.id,
      name: files.name,
      drawings: files.drawings,
      drawingsKey: files.drawingsKey,
    })
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.state, 'stored'), eq(files.purpose, 'project')))
  if (!file) throw new NotFoundError()
  if (file.drawings !== 'ready') {
    throw new DomainError('not_ready', 'The drawings of the file are still being prepared.')
  }
  const { id, drawingsKey } = file
  const { ext, name } = path.parse(file.name)
  // As it is drawn (covers/title-lines.ts).
  const drawn = (title || name).replaceAll(/\s+/gu, ' ').trim()
  return { id, drawingsKey, kind: kindOfEnding(ext) ?? 'icon', title: drawn }
}

/**
 * What a file has to draw: the first icons of a pack, or the first pages of a strip and their icons. Large drawings are left out.
 * Without either, title and kind are drawn.
 * @throws StorageError.
 */
export async function readArt(deps: Deps, file: File): Promise<Art> {
  const pages = await readPages(deps.db, file.id)
  const icons = await readIcons(deps, file, pages && namesOn(pages))
  return { icons, pages, kind: file.kind, title: file.title }
}

async function readPages(db: Database, fileId: string): Promise<Art['pages']> {
  const [row] = await db
    .select({ pages: filePages.pages })
    .from(filePages)
    .where(eq(filePages.fileId, fileId))
  return row ? pagesInManifestSchema.parse(row.pages).slice(0, PAGES_MAX) : null
}

/** Names of the icons on pages. */
function namesOn(pages: NonNullable<Art['pages']>): string[] {
  const entries = pages.flatMap(({ keys }) => keys.flatMap(({ icon }) => icon ?? []))
  const names = entries.map((entry) => iconNameOf(entry))
  return [...new Set(names)]
}

/** @param names only these, if given. */
async function readIcons(
  { db, storage }: Deps,
  { id, drawingsKey: key }: Pick<File, 'id' | 'drawingsKey'>,
  names: string[] | null,
): Promise<Art['icons']> {
  if (key === null || names?.length === 0) return []
  const rows = await db
    .select({
      name: fileDrawings.name,
      offset: fileDrawings.offset,
      size: fileDrawings.size,
      tone: fileDrawings.tone,
    })
    .from(fileDrawings)
    .innerJoin(
      fileIcons,
      and(eq(fileIcons.fileId, fileDrawings.fileId), eq(fileIcons.name, fileDrawings.name)),
    )
    .where(
      and(
        eq(fileDrawings.fileId, id),
        isNotNull(fileDrawings.offset),
        lte(fileDrawings.size, SHEET_DRAWING_MAX),
        names ? inArray(fileDrawings.name, names) : undefined,
      ),
    )
    .orderBy(asc(fileIcons.position))
    .limit(ICONS_MAX)
  const icons: Art['icons'] = []
  let total = 0
  for (const { name, offset, size, tone } of rows) {
    total += size ?? 0
    if (offset === null || size === null || total > SHEET_MAX) continue
    const bytes = await storage.readBytes(key, { start: offset, end: offset + size - 1 })
    icons.push({ name, svg: bytes.toString('utf8'), tone })
  }
  return icons
}
