import { eq, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { accountExportSchema } from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { accounts, devices, identities, sessions } from '#backend/db/account-schema.ts'
import { pushProofs, repositoryProofs, transfers } from '#backend/db/plugin-schema.ts'
import { projects } from '#backend/db/schema.ts'
import { Unauthorized } from '#backend/http/errors.ts'
import { selectProjects, toProject } from '#backend/services/project/columns.ts'
import { accountInfo } from './find.ts'

/** Everything that is kept about an account; hashes of secrets aside, which say nothing. */
export async function exportAccount(
  db: Database,
  uid: string,
): Promise<z.infer<typeof accountExportSchema>> {
  const info = await accountInfo(db, uid)
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid))
  if (!account) throw new Unauthorized()
  const joined = await db.select().from(identities).where(eq(identities.uid, uid))
  const signIns = await db.select().from(sessions).where(eq(sessions.uid, uid))
  const known = await db.select().from(devices).where(eq(devices.uid, uid))
  const pushed = await db.select().from(pushProofs).where(eq(pushProofs.uid, uid))
  const named = await db.select().from(repositoryProofs).where(eq(repositoryProofs.uid, uid))
  const isOwn = or(eq(transfers.fromUid, uid), eq(transfers.toUid, uid))
  const moved = await db.select().from(transfers).where(isOwn)
  const own = await selectProjects(db).where(eq(projects.authorUid, uid))
  return {
    account: { ...info, created_at: account.createdAt.toISOString() },
    providers: joined.map(({ provider, createdAt }) => ({
      provider,
      created_at: createdAt.toISOString(),
    })),
    sessions: signIns.map(({ createdAt, usedAt, browser, system }) => ({
      created_at: createdAt.toISOString(),
      used_at: usedAt.toISOString(),
      browser,
      system,
    })),
    devices: known.map(({ createdAt }) => ({ created_at: createdAt.toISOString() })),
    repositories: [
      ...pushed.map(({ repositoryId, provedAt }) => ({
        repository_id: repositoryId,
        proof: 'push' as const,
        proved_at: provedAt.toISOString(),
      })),
      ...named.map(({ repositoryId, createdAt }) => ({
        repository_id: repositoryId,
        proof: 'file' as const,
        proved_at: createdAt.toISOString(),
      })),
    ],
    transfers: moved.map(({ projectId, title, toUid, at }) => ({
      id: projectId,
      title,
      is_mine: toUid === uid,
      at: at.toISOString(),
    })),
    projects: own.map(toProject),
  }
}
