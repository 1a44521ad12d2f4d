import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { projects } from '#backend/db/tables.ts'

/**
 * Whether an author is verified: of a public plugin, the author has proved to own the repository, and it is still the same (decisions 38
 * and 96).
 */
export const isVerifiedAuthor = (uid: AnyColumn): SQL<boolean> => sql<boolean>`EXISTS (
  SELECT FROM ${projects} ${sql.identifier('proved')}
  WHERE proved.author_uid = ${uid} AND proved.kind = 'plugin' AND proved.hidden_at IS NULL
    AND proved.owner_proof IS NOT NULL AND proved.repository_status IS NULL)`
