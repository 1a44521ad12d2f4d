import { and, eq, sql } from 'drizzle-orm'
import type { GithubCheck } from '#lib/contract/publish.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects } from '#backend/db/schema.ts'
import { HttpError } from '#backend/http/errors.ts'
import type { Found } from './check.ts'

type Plugin = Pick<Found, 'repository' | 'manifestId'>
const isPlugin = ({ repository, manifestId }: Plugin) =>
  and(eq(projects.repositoryId, repository.id), eq(projects.manifestId, manifestId))

/** What a person who publishes is shown of a publication that is there; of a hidden one nothing. */
export async function publishedAs(
  db: Database,
  plugin: Plugin,
  uid: string,
): Promise<GithubCheck['published']> {
  const [row] = await db.select().from(projects).where(isPlugin(plugin))
  if (!row || row.hiddenAt !== null) return null
  return { id: row.id, is_own: row.authorUid === uid, is_verified: row.ownerProof !== null }
}

/**
 * The publication of a plugin, locked; publications of the same plugin wait for each other until the
 * transaction ends, whether there is one yet or not.
 */
export async function lockPlugin(tx: Transaction, plugin: Plugin) {
  const name = `plugin ${plugin.repository.id} ${plugin.manifestId}`
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  const [row] = await tx.select().from(projects).where(isPlugin(plugin)).for('update')
  return row
}

/** Of a hidden publication no more is told than that it is there. */
export function taken(by: { id: string; hiddenAt: Date | null }): HttpError {
  const details = by.hiddenAt === null ? { id: by.id } : undefined
  return new HttpError(409, 'This plugin is published already.', 'plugin_taken', { details })
}
