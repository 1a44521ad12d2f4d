import { and, eq, isNull } from 'drizzle-orm'
import { DEVICE, pagesInManifestSchema } from '#lib/contract/container.ts'
import type { ShownPage } from '#lib/contract/inside.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Database } from '#backend/db/connect.ts'
import { filePages } from '#backend/db/drawing-schema.ts'
import { projects } from '#backend/db/schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import { iconUrl } from '#backend/services/icon/read.ts'

type Pages = { device: typeof DEVICE; pages: ShownPage[] }

/**
 * What a profile or page puts on the strip; no pages where its file is no container of ours.
 * @throws NotFound for what is neither profile nor page.
 */
export async function readPages(db: Database, kind: Kind, projectId: string): Promise<Pages> {
  const [row] = await db
    .select({ fileId: projects.fileId, stored: filePages.pages })
    .from(projects)
    .leftJoin(filePages, eq(filePages.fileId, projects.fileId))
    .where(and(eq(projects.id, projectId), eq(projects.kind, kind), isNull(projects.hiddenAt)))
  if (!row || (kind !== 'profile' && kind !== 'flexpage')) throw new NotFound()
  const { fileId, stored } = row
  if (!fileId || !stored) return { device: DEVICE, pages: [] }
  const pages = pagesInManifestSchema.parse(stored).map(({ id, name, keys }) => ({
    id,
    name,
    keys: keys.map(({ icon, ...rest }) => ({ ...rest, icon: icon && addressOf(fileId, icon) })),
  }))
  return { device: DEVICE, pages }
}

/** `icons/sun.svg` in an archive has an address of its own, and so has `icons/sun.png`. */
const addressOf = (fileId: string, file: string) =>
  iconUrl(fileId, file.slice('icons/'.length, -'.svg'.length))
