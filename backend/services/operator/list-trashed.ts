import { desc, isNotNull, sql } from 'drizzle-orm'
import type { TrashedFile } from '#lib/contract/operator.ts'
import type { Database } from '#backend/db/connect.ts'
import { discardedVersions, files } from '#backend/db/tables.ts'
import { uploadedSha256 } from '#backend/services/file/original.ts'

/** Maximum number of files that are listed. */
const TRASHED_MAX = 500

/** Files in the trash with their versions, the last ones first. */
export async function listTrashed(db: Database): Promise<TrashedFile[]> {
  const { key, name, trashedAt } = files
  const sha256 = uploadedSha256
  const { projectId: project, version } = discardedVersions
  const rows = await db
    .selectDistinctOn([trashedAt, files.id], { key, name, sha256, trashedAt, project, version })
    .from(files)
    .leftJoin(discardedVersions, sql`${sha256} = ANY(${discardedVersions.hashes})`)
    .where(isNotNull(trashedAt))
    .orderBy(desc(trashedAt), files.id)
    .limit(TRASHED_MAX)
  return rows.flatMap(({ trashedAt: at, ...row }) =>
    at ? [{ ...row, trashed_at: at.toISOString() }] : [],
  )
}
