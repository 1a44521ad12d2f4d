import type { z } from 'zod'
import type { githubProofRequestSchema, githubProofSchema } from '#lib/contract/publish.ts'
import type { Parts } from '#backend/context.ts'
import { pushProofs } from '#backend/db/plugin-schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import { tokenFor } from '#backend/services/provider/ask.ts'
import { startAsking } from './github.ts'
import { findRepository } from './repository.ts'

/**
 * Asks GitHub with somebody's own authorisation whether they may push to a repository, and keeps that
 * they may. Their token is used for this question and forgotten.
 * @throws NotFound where the site has no sign-in by GitHub; as `tokenFor` and `findRepository`.
 */
export async function provePush(
  { db, providers, github, site }: Parts,
  { uid, now }: { uid: string; now: Date },
  { repository_url, ...query }: z.infer<typeof githubProofRequestSchema>,
): Promise<z.infer<typeof githubProofSchema>> {
  if (!providers.github) throw new NotFound()
  const token = await tokenFor('github', providers.github, site.url, query)
  const asking = startAsking({ apiUrl: github.apiUrl, token }, now)
  const { id, canPush } = await findRepository(asking, repository_url, undefined)
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
