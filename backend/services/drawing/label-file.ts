import { mkdtempDisposable } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { iconNameOf } from '#lib/contract/file/container.ts'
import { fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { isTransient, WorkerError } from '#lib/worker/error.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { authors, fileIcons, files, projects, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import type { Parts } from '#backend/parts.ts'
import { labelsOf, type Manifest } from '#backend/services/container/manifest.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { updateIconTerms } from '#backend/services/search-index/icon-terms.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { attempt, fromWorker } from '#backend/storage/error.ts'
import { contentsSchema, readContents } from './contents.ts'

/** A name of this length in a manifest may have been cut: the original has the whole one. */
const CUT_LENGTH = 99
/** As of uploads, in milliseconds and bytes. */
const LIMITS = { cpuMs: 20_000, rssBytes: 400 * 1024 * 1024 }

export type LabelDeps = Pick<Parts, 'db' | 'storage' | 'workers' | 'clock'>

const columns = {
  id: files.id,
  key: files.key,
  size: files.size,
  name: files.name,
  originalKey: files.originalKey,
  originalSize: files.originalSize,
  originalName: files.originalName,
}
type File = Pick<typeof files.$inferSelect, keyof typeof columns>

/**
 * Stores the names of the icons of a file as their author wrote them, with their search terms, in one transaction. A file that has any
 * is left alone. Ids, bytes and hashes stay.
 * @throws StorageError, WorkerError for reasons of the machine, errors of the database; the file is unchanged then.
 */
export async function labelFile(deps: LabelDeps, fileId: string, payer: Payer): Promise<void> {
  const { db } = deps
  const [file] = await db.select(columns).from(files).where(eq(files.id, fileId))
  const icons = await db
    .select({ name: fileIcons.name, label: fileIcons.label })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, fileId))
  if (!file || icons.length === 0 || icons.some(({ label }) => label !== null)) return
  const ids = new Set(icons.map(({ name }) => name))
  const labels = [...(await findLabels(deps, file, { ids, payer }))].filter(([id]) => ids.has(id))
  const now = deps.clock()
  if (labels.length > 0) await db.transaction((tx) => store(tx, fileId, { labels, now }))
}

type Wanted = { ids: ReadonlySet<string>; payer: Payer }

/** None of a file whose object is missing or has another size, and of one whose reading fails for reasons of its own: there is nothing to read. */
async function findLabels(deps: LabelDeps, file: File, { ids, payer }: Wanted) {
  const none = new Map<string, string>()
  if ((await deps.storage.size(file.key)) !== file.size) return none
  try {
    const { manifest } = await readContents(deps, file, payer)
    if (isWhole(manifest, ids)) return labelsOf(manifest)
    return new Map([...labelsOf(manifest), ...labelsOf(await readOriginal(deps, file, payer))])
  } catch (error) {
    if (error instanceof WorkerError && !isTransient(error)) return none
    throw error
  }
}

/** Whether a manifest has all names of icons, and none that may have been cut. */
function isWhole(manifest: Manifest | null, ids: ReadonlySet<string>): boolean {
  if (manifest?.format !== 'iconpack') return false
  const named = new Set(manifest.icons.map(({ file }) => iconNameOf(file)))
  return (
    ids.isSubsetOf(named) &&
    manifest.icons.every(({ name, label }) => label !== undefined || name.length < CUT_LENGTH)
  )
}

const readSchema = z.union([
  contentsSchema.extend({ error: z.null() }),
  z.object({ error: fileIssueSchema }),
])

/** The manifest of the upload, read as uploads are; `null` of one that is refused now. */
async function readOriginal(
  { storage, workers }: LabelDeps,
  file: File,
  payer: Payer,
): Promise<Manifest | null> {
  const key = file.originalKey ?? file.key
  const size = file.originalSize ?? file.size
  if ((await storage.size(key)) !== size) return null
  const { ext, name: title } = path.parse(file.originalName ?? file.name)
  await using folder = await attempt(() =>
    mkdtempDisposable(path.join(os.tmpdir(), 'keystrip-labels-')),
  )
  const output = path.join(folder.path, 'standard.zip')
  const input = { size, kind: 'icon', ending: ext.toLowerCase(), title, output }
  try {
    const read = await storage.withFile(key, (local) =>
      workers.run(payer, 'accept-archive', { path: local, ...input }, { limits: LIMITS }),
    )
    const answer = readSchema.parse(read)
    return answer.error === null ? answer.manifest : null
  } catch (error) {
    throw fromWorker(error)
  }
}

type Found = { labels: [id: string, label: string][]; now: Date }

async function store(tx: Transaction, fileId: string, { labels, now }: Found): Promise<void> {
  const rows = labels.map(([name, label]) => ({ name, label }))
  await tx.execute(sql`
    UPDATE ${fileIcons} SET label = found.label
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS found (name text, label text)
    WHERE ${fileIcons.fileId} = ${fileId} AND ${fileIcons.name} = found.name AND ${fileIcons.label} IS NULL`)
  await updateIconTerms(tx, fileId)
  // As where they are stored (contents.ts).
  await tx.execute(sql`SELECT gin_clean_pending_list('file_icons_by_terms'::regclass)`)
  const shown = await tx
    .selectDistinct({
      id: projects.id,
      kind: projects.kind,
      author: authors.name,
      fileId: projects.fileId,
    })
    .from(versions)
    .innerJoin(projects, and(eq(projects.id, versions.projectId), isPublic))
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(eq(versions.fileId, fileId))
  for (const { id } of shown.filter((project) => project.fileId === fileId)) {
    await indexProject(tx, id)
  }
  for (const { author, ...project } of shown) {
    await recordChanges(tx, [project], { author, now, effect: 'content' })
  }
}
