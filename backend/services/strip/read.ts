import { and, eq, isNull } from 'drizzle-orm'
import { DEVICE } from '#lib/contract/container.ts'
import type { ShownPage } from '#lib/contract/inside.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Database } from '#backend/db/connect.ts'
import { files, projects } from '#backend/db/schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import { readManifest } from '#backend/services/container/manifest.ts'
import { iconUrl } from '#backend/services/icon/read.ts'
import type { Storage } from '#backend/storage/storage.ts'

type Pages = { device: typeof DEVICE; pages: ShownPage[] }

/**
 * What a profile or page puts on the strip; no pages where its file is no container of ours.
 * @throws NotFound for what is neither profile nor page.
 */
export async function readPages(
  { db, storage }: { db: Database; storage: Storage },
  kind: Kind,
  projectId: string,
): Promise<Pages> {
  const [row] = await db
    .select({ fileId: projects.fileId, key: files.key, size: files.size })
    .from(projects)
    .leftJoin(files, eq(files.id, projects.fileId))
    .where(and(eq(projects.id, projectId), eq(projects.kind, kind), isNull(projects.hiddenAt)))
  if (!row || (kind !== 'profile' && kind !== 'flexpage')) throw new NotFound()
  const { fileId, key, size } = row
  if (!fileId || !key || !size) return { device: DEVICE, pages: [] }
  const manifest = await readManifest(storage, { key, size })
  if (!manifest || manifest.format === 'iconpack') return { device: DEVICE, pages: [] }
  const pages = manifest.pages.map(({ id, name, keys }) => ({
    id,
    name,
    keys: keys.map(({ icon, ...rest }) => ({ ...rest, icon: icon && addressOf(fileId, icon) })),
  }))
  return { device: DEVICE, pages }
}

/** `icons/sun.svg` in an archive has an address of its own. */
const addressOf = (fileId: string, file: string) =>
  iconUrl(fileId, file.slice('icons/'.length, -'.svg'.length))
