import { eq, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { accountExportSchema } from '#lib/contract/account/export.ts'
import { WHOLE_ACCOUNT } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import {
  accounts,
  authors,
  devices,
  identities,
  projectLog,
  projects,
  pushProofs,
  reports,
  repositoryProofs,
  sessions,
  transfers,
} from '#backend/db/tables.ts'
import { UnauthenticatedError } from '#backend/errors.ts'
import { listAccessTokens } from '#backend/services/access-token/manage.ts'
import { exportPublishers } from '#backend/services/access-token/publisher.ts'
import { exportHidden } from '#backend/services/hidden/own.ts'
import { exportDrafts } from '#backend/services/kept-form/keep.ts'
import { exportNetworks } from '#backend/services/limit/account-networks.ts'
import { listFormerPackages } from '#backend/services/project/former-packages.ts'
import { withReadmes } from '#backend/services/project/readme.ts'
import { selectProjects, toProject } from '#backend/services/project/select.ts'
import { exportCounts, exportVersions } from './export-history.ts'
import { listEvents } from '#backend/services/session/security-events.ts'
import { listUnfinished, toUnfinished } from '#backend/services/upload/unfinished.ts'
import { getAccountInfo } from './find.ts'

/** Characters of READMEs, which are copies of what the repositories have: an answer has at most 4 MiB. */
const READMES_MAX = 1024 * 1024

/** All stored data of an account, except hashes of secrets. */
export async function exportAccount(
  db: Database,
  { uid, now }: { uid: string; now: Date },
): Promise<z.infer<typeof accountExportSchema>> {
  const info = await getAccountInfo(db, uid)
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid))
  if (!account) throw new UnauthenticatedError()
  const [author] = await db.select().from(authors).where(eq(authors.uid, uid))
  const linked = await db.select().from(identities).where(eq(identities.uid, uid))
  const accountSessions = await db.select().from(sessions).where(eq(sessions.uid, uid))
  const accessTokens = await listAccessTokens(db, uid)
  const entries = await db.select().from(projectLog).where(eq(projectLog.uid, uid))
  const sentReports = await db.select().from(reports).where(eq(reports.reporterUid, uid))
  const knownDevices = await db.select().from(devices).where(eq(devices.uid, uid))
  const pushRows = await db.select().from(pushProofs).where(eq(pushProofs.uid, uid))
  const fileRows = await db.select().from(repositoryProofs).where(eq(repositoryProofs.uid, uid))
  const isInvolved = or(eq(transfers.fromUid, uid), eq(transfers.toUid, uid))
  const ownTransfers = await db.select().from(transfers).where(isInvolved)
  const owner = { uid, uploadedFor: WHOLE_ACCOUNT, isLimited: false, now }
  const unfinished = await listUnfinished(db, owner)
  const ownProjects = await selectProjects(db).where(eq(projects.authorUid, uid))
  return {
    account: { ...info, created_at: account.createdAt.toISOString() },
    ...(author && {
      author: { display_name: author.displayName, about: author.about, links: author.links },
    }),
    providers: linked.map(({ provider, createdAt }) => ({
      provider,
      created_at: createdAt.toISOString(),
    })),
    reports: sentReports.map(({ number, title, reason, text, createdAt }) => ({
      number,
      title,
      reason,
      text,
      at: createdAt.toISOString(),
    })),
    sessions: accountSessions.map(({ createdAt, usedAt, browser, system }) => ({
      created_at: createdAt.toISOString(),
      used_at: usedAt.toISOString(),
      browser,
      system,
    })),
    events: await listEvents(db, uid, now),
    tokens: accessTokens,
    publishers: await exportPublishers(db, uid),
    log: entries.map(({ projectId, at, event, version, token }) => ({
      project_id: projectId,
      at: at.toISOString(),
      event,
      version,
      token,
    })),
    versions: await exportVersions(db, uid),
    counts: await exportCounts(db, uid),
    networks: await exportNetworks(db, uid),
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
    uploads: unfinished.map(toUnfinished),
    projects: await withReadmes(db, ownProjects.map(toProject), READMES_MAX),
    hidden: await exportHidden(db, uid),
  }
}
