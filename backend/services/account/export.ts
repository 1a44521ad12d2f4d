import { eq, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { accountExportSchema } from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import {
  accounts,
  authors,
  devices,
  identities,
  projectLog,
  projects,
  pushProofs,
  repositoryProofs,
  sessions,
  transfers,
} from '#backend/db/tables.ts'
import { UnauthenticatedError } from '#backend/errors.ts'
import { listAccessTokens } from '#backend/services/access-token/manage.ts'
import { exportPublishers } from '#backend/services/access-token/publisher.ts'
import { exportHidden } from '#backend/services/hidden/own.ts'
import { exportDrafts } from '#backend/services/kept-form/keep.ts'
import { listFormerPackages } from '#backend/services/project/former-packages.ts'
import { selectProjects, toProject } from '#backend/services/project/select.ts'
import { getAccountInfo } from './find.ts'

/** All stored data of an account, except hashes of secrets. */
export async function exportAccount(
  db: Database,
  uid: string,
): Promise<z.infer<typeof accountExportSchema>> {
  const info = await getAccountInfo(db, uid)
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid))
  if (!account) throw new UnauthenticatedError()
  const [author] = await db.select().from(authors).where(eq(authors.uid, uid))
  const linked = await db.select().from(identities).where(eq(identities.uid, uid))
  const accountSessions = await db.select().from(sessions).where(eq(sessions.uid, uid))
  const accessTokens = await listAccessTokens(db, uid)
  const entries = await db.select().from(projectLog).where(eq(projectLog.uid, uid))
  const knownDevices = await db.select().from(devices).where(eq(devices.uid, uid))
  const pushRows = await db.select().from(pushProofs).where(eq(pushProofs.uid, uid))
  const fileRows = await db.select().from(repositoryProofs).where(eq(repositoryProofs.uid, uid))
  const isInvolved = or(eq(transfers.fromUid, uid), eq(transfers.toUid, uid))
  const ownTransfers = await db.select().from(transfers).where(isInvolved)
  const ownProjects = await selectProjects(db).where(eq(projects.authorUid, uid))
  return {
    account: { ...info, created_at: account.createdAt.toISOString() },
    ...(author && { author: { about: author.about, links: author.links } }),
    providers: linked.map(({ provider, createdAt }) => ({
      provider,
      created_at: createdAt.toISOString(),
    })),
    sessions: accountSessions.map(({ createdAt, usedAt, browser, system }) => ({
      created_at: createdAt.toISOString(),
      used_at: usedAt.toISOString(),
      browser,
      system,
    })),
    tokens: accessTokens,
    publishers: await exportPublishers(db, uid),
    log: entries.map(({ projectId, at, event }) => ({
      project_id: projectId,
      at: at.toISOString(),
      event,
    })),
    devices: knownDevices.map(({ createdAt }) => ({ created_at: createdAt.toISOString() })),
    repositories: [
      ...pushRows.map(({ repositoryId, provedAt }) => ({
        repository_id: repositoryId,
        proof: 'push' as const,
        proved_at: provedAt.toISOString(),
      })),
      ...fileRows.map(({ repositoryId, createdAt }) => ({
        repository_id: repositoryId,
        proof: 'file' as const,
        proved_at: createdAt.toISOString(),
      })),
    ],
    transfers: ownTransfers.map(({ projectId, title, toUid, at }) => ({
      id: projectId,
      title,
      is_mine: toUid === uid,
      at: at.toISOString(),
    })),
    former_packages: await listFormerPackages(db, uid),
    drafts: await exportDrafts(db, uid),
    projects: ownProjects.map(toProject),
    hidden: await exportHidden(db, uid),
  }
}
