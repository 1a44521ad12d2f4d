import { and, eq, sql } from 'drizzle-orm'
import type { GithubCheck } from '#lib/contract/publish.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { isProvedRow } from '#backend/db/visible.ts'
import { DomainError } from '#backend/errors.ts'
import type { CheckedPlugin } from './check.ts'

type Plugin = Pick<CheckedPlugin, 'repository' | 'manifestId'>
const matchesPlugin = ({ repository, manifestId }: Plugin) =>
  and(eq(projects.repositoryId, repository.id), eq(projects.manifestId, manifestId))

/** An existing publication of a plugin, as shown to a publishing account; `null` if it is hidden. */
export async function getPublication(
  db: Database,
  plugin: Plugin,
  uid: string,
): Promise<GithubCheck['published']> {
  const [row] = await db.select().from(projects).where(matchesPlugin(plugin))
  if (!row || row.hiddenAt !== null) return null
  return {
    id: row.id,
    is_own: row.authorUid === uid,
    is_verified: isProvedRow(row),
  }
}

/**
 * Locks a plugin until the transaction ends, whether it is published or not, and reads its
 * publication. Concurrent publications of the same plugin wait for each other.
 */
export async function lockPlugin(tx: Transaction, plugin: Plugin) {
  const name = `plugin ${plugin.repository.id} ${plugin.manifestId}`
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  const [row] = await tx.select().from(projects).where(matchesPlugin(plugin)).for('update')
  return row
}

/** Reveals the id of a publication only if it is not hidden. */
export function pluginTaken(publication: { id: string; hiddenAt: Date | null }): DomainError {
  const details = publication.hiddenAt === null ? { id: publication.id } : undefined
  return new DomainError('plugin_taken', 'This plugin is already published.', { details })
}
