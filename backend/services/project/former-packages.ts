import { and, eq, exists, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { lockWithAuthor } from '#backend/db/find-project.ts'
import {
  files,
  formerPackages,
  pluginPackages,
  projects,
  releaseDeliveries,
  versions,
} from '#backend/db/tables.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { toPackageFile } from '#backend/services/file/url.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { deleteUnusedFiles } from './delete.ts'

/** Days that the file of a former package stays. */
export const FORMER_DAYS = 30
const DAY_MS = 24 * 3600 * 1000
/** Projects, and files, of one round. */
const BATCH = 100

/**
 * Settles packages from before their proof was recorded, and those of the release before while it still runs: packages of a proved
 * author, and those that the site fetched from a release, are accepted; the others are no longer offered. Idempotent.
 * @returns the number of projects that lost packages.
 */
export async function settlePackages(db: Database, now: Date): Promise<number> {
  const isUnsettled = isNull(pluginPackages.basis)
  const ofProject = (condition: ReturnType<typeof and>) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(projects)
        .where(and(eq(projects.id, pluginPackages.projectId), condition)),
    )
  await db
    .update(pluginPackages)
    .set({ basis: 'owner' })
    .where(and(isUnsettled, ofProject(isNotNull(projects.ownerProof))))
  const isFetched = exists(
    db
      .select({ one: sql`1` })
      .from(releaseDeliveries)
      .innerJoin(files, eq(files.id, pluginPackages.fileId))
      .where(
        and(
          eq(releaseDeliveries.projectId, pluginPackages.projectId),
          eq(releaseDeliveries.version, pluginPackages.version),
          eq(releaseDeliveries.state, 'published'),
          sql`${files.createdAt} BETWEEN ${releaseDeliveries.receivedAt} AND ${releaseDeliveries.finishedAt}`,
        ),
      ),
  )
  await db.update(pluginPackages).set({ basis: 'release' }).where(and(isUnsettled, isFetched))
  let count = 0
  for (;;) {
    const rows = await db
      .selectDistinct({ id: pluginPackages.projectId })
      .from(pluginPackages)
      .where(and(isUnsettled, ofProject(isNull(projects.ownerProof))))
      .limit(BATCH)
    for (const { id } of rows) await db.transaction((tx) => removePackages(tx, id, now))
    count += rows.length
    if (rows.length < BATCH) return count
  }
}

/** Moves the packages of a project without proof to the former ones. What they declare about the plugin goes with them. */
async function removePackages(tx: Transaction, projectId: string, now: Date): Promise<void> {
  const row = await lockWithAuthor(tx, and(eq(projects.id, projectId), isNull(projects.ownerProof)))
  if (!row) return
  const { project, author } = row
  const removed = await tx
    .delete(pluginPackages)
    .where(and(eq(pluginPackages.projectId, projectId), isNull(pluginPackages.basis)))
    .returning()
  if (removed.length === 0) return
  await tx.insert(formerPackages).values(
    removed.map(({ version, platform, fileId }) => ({
      projectId,
      version,
      platform,
      fileId,
      uid: project.authorUid,
      at: now,
    })),
  )
  const lost = [...new Set(removed.map(({ version }) => version))]
  await tx
    .update(versions)
    .set({ facts: sql`${versions.facts} - 'manifest'` })
    .where(and(eq(versions.projectId, projectId), inArray(versions.version, lost)))
  await tx
    .update(projects)
    .set({
      revision: sql`${projects.revision} + 1`,
      ...(lost.includes(project.version) && { manifest: null }),
    })
    .where(eq(projects.id, projectId))
  await recordChanges(tx, [project], { author, now })
}

/** The former packages of an account whose files are still there. */
export async function listFormerPackages(db: Database, uid: string) {
  const rows = await db
    .select({ former: formerPackages, file: files })
    .from(formerPackages)
    .innerJoin(files, eq(files.id, formerPackages.fileId))
    .where(eq(formerPackages.uid, uid))
    .orderBy(formerPackages.id)
  return rows.map(({ former: { projectId, version, platform, at }, file }) => ({
    project_id: projectId,
    version,
    platform,
    file: toPackageFile(file),
    until: new Date(at.getTime() + FORMER_DAYS * DAY_MS).toISOString(),
  }))
}

/** Deletes the files of packages that are no longer offered since `FORMER_DAYS`. @returns how many. */
export async function sweepFormerPackages(
  { db, storage }: { db: Database; storage: Storage },
  now: Date,
): Promise<number> {
  const isExpired = and(
    isNotNull(formerPackages.fileId),
    lt(formerPackages.at, new Date(now.getTime() - FORMER_DAYS * DAY_MS)),
  )
  let count = 0
  for (;;) {
    const rows = await db
      .select({ id: formerPackages.id, fileId: formerPackages.fileId })
      .from(formerPackages)
      .where(isExpired)
      .limit(BATCH)
    for (const { id, fileId } of rows) {
      const keys = await db.transaction(async (tx) => {
        await tx.update(formerPackages).set({ fileId: null }).where(eq(formerPackages.id, id))
        return fileId === null ? [] : deleteUnusedFiles(tx, [fileId])
      })
      for (const key of keys) await storage.remove(key)
    }
    count += rows.length
    if (rows.length < BATCH) return count
  }
}
