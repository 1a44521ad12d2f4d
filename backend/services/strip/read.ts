import { and, eq } from 'drizzle-orm'
import { DEVICE, iconNameOf, pagesInManifestSchema } from '#lib/contract/file/container.ts'
import type { StripPage } from '#lib/contract/file/contents.ts'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { Database } from '#backend/db/connect.ts'
import { filePages, files, projects } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { type DrawingsOfFile, iconUrl } from '#backend/services/file/url.ts'

type StripPages = { device: typeof DEVICE; pages: StripPage[] }

/**
 * The pages that a profile or flexible page shows on the touch strip. Empty for a file without pages.
 * @throws NotFoundError for a project of another kind, and a hidden one.
 */
export async function readPages(db: Database, kind: Kind, projectId: string): Promise<StripPages> {
  const [row] = await db
    .select({
      file: { id: files.id, drawingsVersion: files.drawingsVersion },
      stored: filePages.pages,
    })
    .from(projects)
    .leftJoin(files, eq(files.id, projects.fileId))
    .leftJoin(filePages, eq(filePages.fileId, projects.fileId))
    .where(and(eq(projects.id, projectId), eq(projects.kind, kind), isPublic))
  if (!row || KIND_TABLE[kind].contents !== 'pages') throw new NotFoundError()
  const { file, stored } = row
  if (!file || !stored) return { device: DEVICE, pages: [] }
  return { device: DEVICE, pages: toStripPages(file, stored) }
}

/** The stored pages of a file, with the addresses of their drawings. */
export const toStripPages = (file: DrawingsOfFile, stored: unknown): StripPage[] =>
  pagesInManifestSchema.parse(stored).map(({ id, name, keys }) => ({
    id,
    name,
    keys: keys.map(({ icon, ...rest }) => ({ ...rest, icon: icon && entryUrl(file, icon) })),
  }))

/** The URL of the drawing of an archive entry such as `icons/sun.svg`. */
const entryUrl = (file: DrawingsOfFile, entry: string) => iconUrl(file, iconNameOf(entry))
