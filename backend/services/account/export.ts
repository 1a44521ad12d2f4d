import { and, asc, eq, gt, isNotNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { accountExportSchema } from '#lib/contract/account/export.ts'
import { WHOLE_ACCOUNT } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import { readInChunks } from '#backend/db/read-in-chunks.ts'
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
import { BusyError, UnauthenticatedError } from '#backend/errors.ts'
import type { Streamed, StreamedResult } from '#backend/streamed.ts'
import { listAccessTokens } from '#backend/services/access-token/manage.ts'
import { exportPublishers } from '#backend/services/access-token/publisher.ts'
import { findOwnHidden } from '#backend/services/hidden/own.ts'
import { exportDrafts } from '#backend/services/kept-form/keep.ts'
import { exportNetworks } from '#backend/services/limit/account-networks.ts'
import { listFormerPackages } from '#backend/services/project/former-packages.ts'
import { withReadme } from '#backend/services/project/readme.ts'
import { selectProjects, toProject } from '#backend/services/project/select.ts'
import { exportCounts, exportVersions } from './export-history.ts'
import { listEvents } from '#backend/services/session/security-events.ts'
import { listUnfinished, toUnfinished } from '#backend/services/upload/unfinished.ts'
import { getAccountInfo } from './find.ts'

type Export = z.infer<typeof accountExportSchema>
type Own = { uid: string; now: Date }
type LogEntry = NonNullable<Export['log']>[number]

/** Rows in memory at a time: projects may have a README of 64 KiB in several languages, entries of the log are short. */
const PROJECTS = 10
const ENTRIES = 1000

/** Exports accounts, each once at a time. */
export function createExports(db: Database) {
  const running = new Set<string>()
  /**
   * @returns the export, and what to call when it was sent or broken off.
   * @throws BusyError while another export of the account is sent.
   */
  return async (own: Own): Promise<StreamedResult<Export>> => {
    const { uid } = own
    if (running.has(uid)) throw new BusyError()
    running.add(uid)
    const onEnd = () => void running.delete(uid)
    try {
      return { parts: await exportAccount(db, own), onEnd }
    } catch (error) {
      onEnd()
      throw error
    }
  }
}

/** All stored data of an account, except hashes of secrets. Lists without a bound are read while they are written. */
async function exportAccount(db: Database, { uid, now }: Own): Promise<Streamed<Export>> {
  const info = await getAccountInfo(db, uid)
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid))
  if (!account) throw new UnauthenticatedError()
  const [author] = await db.select().from(authors).where(eq(authors.uid, uid))
  const linked = await db.select().from(identities).where(eq(identities.uid, uid))
  const accountSessions = await db.select().from(sessions).where(eq(sessions.uid, uid))
  const accessTokens = await listAccessTokens(db, uid)
  const sentReports = await db.select().from(reports).where(eq(reports.reporterUid, uid))
  const knownDevices = await db.select().from(devices).where(eq(devices.uid, uid))
  const pushRows = await db.select().from(pushProofs).where(eq(pushProofs.uid, uid))
  const fileRows = await db.select().from(repositoryProofs).where(eq(repositoryProofs.uid, uid))
  const isInvolved = or(eq(transfers.fromUid, uid), eq(transfers.toUid, uid))
  const ownTransfers = await db.select().from(transfers).where(isInvolved)
  const owner = { uid, uploadedFor: WHOLE_ACCOUNT, isLimited: false, now }
  const unfinished = await listUnfinished(db, owner)
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
    log: exportLog(db, uid),
    versions: exportVersions(db, uid),
    counts: exportCounts(db, uid),
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
    drafts: exportDrafts(db, uid),
    uploads: unfinished.map(toUnfinished),
    projects: exportProjects(db, uid),
    hidden: exportHidden(db, uid),
  }
}

async function* exportLog(db: Database, uid: string): AsyncGenerator<LogEntry> {
  const rows = readInChunks(ENTRIES, (after?: typeof projectLog.$inferSelect) =>
    db
      .select()
      .from(projectLog)
      .where(and(eq(projectLog.uid, uid), after && gt(projectLog.id, after.id)))
      .orderBy(asc(projectLog.id))
      .limit(ENTRIES),
  )
  for await (const { projectId, at, event, version, token } of rows) {
    yield { project_id: projectId, at: at.toISOString(), event, version, token }
  }
}

type Project = { id: string }

async function* exportProjects(db: Database, uid: string) {
  const rows = readInChunks(PROJECTS, (after?: { project: Project }) =>
    selectProjects(db)
      .where(and(eq(projects.authorUid, uid), after && gt(projects.id, after.project.id)))
      .orderBy(asc(projects.id))
      .limit(PROJECTS),
  )
  for await (const row of rows) yield withReadme(db, toProject(row))
}

/** Hidden projects, but for those that are restored or deleted meanwhile. */
async function* exportHidden(db: Database, uid: string) {
  const { id, kind, hiddenAt, authorUid } = projects
  const rows = readInChunks(ENTRIES, (after?: Project) =>
    db
      .select({ id, kind })
      .from(projects)
      .where(and(eq(authorUid, uid), isNotNull(hiddenAt), after && gt(id, after.id)))
      .orderBy(asc(id))
      .limit(ENTRIES),
  )
  for await (const row of rows) {
    const found = await findOwnHidden(db, { uid, ...row })
    if (found) yield found
  }
}
