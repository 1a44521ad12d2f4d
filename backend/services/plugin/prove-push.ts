import type { z } from 'zod'
import type { githubProofRequestSchema, githubProofSchema } from '#lib/contract/publish.ts'
import { pushProofs } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import { exchangeCode } from '#backend/services/provider/ask.ts'
import type { PluginDependencies } from './dependencies.ts'
import { createGitHubClient } from './github.ts'
import { findRepository } from './repository.ts'

/**
 * Checks with the user's own authorisation at GitHub whether they have push access to a repository, and
 * stores the proof. The user's token is used for this check only and not stored.
 * @throws NotFoundError if sign-in by GitHub is not configured; as `exchangeCode` and `findRepository`.
 */
export async function provePush(
  { db, providers, github, site }: Pick<PluginDependencies, 'db' | 'providers' | 'github' | 'site'>,
  { uid, now }: { uid: string; now: Date },
  { repository_url, ...query }: z.infer<typeof githubProofRequestSchema>,
): Promise<z.infer<typeof githubProofSchema>> {
  if (!providers.github) throw new NotFoundError()
  const token = await exchangeCode('github', providers.github, site.url, query)
  const client = createGitHubClient({ apiUrl: github.apiUrl, token }, now)
  const { id, canPush } = await findRepository(client, repository_url, undefined)
  if (!canPush) return { is_proved: false }
  await db
    .insert(pushProofs)
    .values({ repositoryId: id, uid, provedAt: now })
    .onConflictDoUpdate({
      target: [pushProofs.repositoryId, pushProofs.uid],
      set: { provedAt: now },
    })
  return { is_proved: true }
}
