import { and, asc, eq } from 'drizzle-orm'
import type { Payer } from '#lib/limits/payer.ts'
import { fileIcons, files, projects } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { newId } from '#backend/db/new-id.ts'
import type { Parts } from '#backend/parts.ts'
import { deleteParts } from '#backend/services/file/delete.ts'
import type { JobContext, JobOutcome } from '#backend/services/job/runner.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import { kindOfFile, readContents, recordContents } from './contents.ts'
import { bytesOf, type MadeDrawings, keepMade, openMade } from './made.ts'
import { extendMade, refusedRow, TOTAL_MAX_BYTES } from './extend-made.ts'
import { storeDrawings } from './store-drawings.ts'
import { SANITISER_VERSION } from './version.ts'

type Deps = Pick<Parts, 'db' | 'storage' | 'workers'>
/** Of a job; without it all is made at once, as work of the site for this file. */
type Options = Partial<JobContext> & {
  /** Makes the drawings of a file that is ready once more if a former version of the sanitiser made them. */
  isAgain?: boolean
}
const columns = {
  id: files.id,
  key: files.key,
  size: files.size,
  name: files.name,
  drawings: files.drawings,
  drawingsVersion: files.drawingsVersion,
}
type File = Pick<typeof files.$inferSelect, keyof typeof columns>

/**
 * Sanitises the drawings of a stored file and stores them concatenated in one object, so that serving a drawing means reading a
 * range. Idempotent, also after an interruption and when run concurrently. A job ends with its turn and keeps what it has made.
 * @throws WorkerError, StorageError, errors of the database; the file is unchanged then.
 */
export async function makeDrawings(
  deps: Deps,
  fileId: string,
  options: Options = {},
): Promise<JobOutcome> {
  const [file] = await deps.db
    .select(columns)
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.purpose, 'project')))
  const { isAgain = false, payer = { name: `file ${fileId}` } } = options
  if (!file || (file.drawings === 'ready') !== isAgain) return
  if (isAgain && file.drawingsVersion === SANITISER_VERSION) return
  if (file.drawings === null) await recordOldFile(deps, file, payer)
  return convert({ ...deps, payer }, file, options)
}

/** Records the contents of a file that was stored by a version without sanitised drawings. */
async function recordOldFile({ db, storage, workers }: Deps, file: File, payer: Payer) {
  const contents = await readContents({ storage, workers }, file, payer)
  await db.transaction(async (tx) => {
    const iconCount = await tx.$count(fileIcons, eq(fileIcons.fileId, file.id))
    await recordContents(tx, { fileId: file.id, kind: kindOfFile(file.name) }, contents)
    if (iconCount > 0 || contents.icons.length === 0) return
    const visible = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.fileId, file.id), isPublic))
    for (const { id } of visible) await indexProject(tx, id)
  })
}

async function convert(
  deps: Deps & { payer: Payer },
  file: File,
  options: Options,
): Promise<JobOutcome> {
  const icons = await deps.db
    .select()
    .from(fileIcons)
    .where(eq(fileIcons.fileId, file.id))
    .orderBy(asc(fileIcons.position))
  const made = await openMade(deps.db, file.id)
  const pack = { key: file.key, icons, hasSheets: kindOfFile(file.name) === 'icon' }
  try {
    const isComplete = await extendMade(deps, pack, made, options)
    if (!isComplete) {
      await keepMade(deps, file.id, made)
      return 'unfinished'
    }
    await finish(deps, file, made, options)
  } catch (error) {
    // Whatever ends the turn, what it made is kept: only a job comes back for it.
    if (options.slice) await keepMade(deps, file.id, made).catch(() => undefined)
    // If it is a part that is missing, all is made again.
    if (error instanceof ObjectMissingError) await deleteParts(deps.db, [file.id])
    throw error
  }
}

async function finish(
  { db, storage }: Deps,
  file: File,
  made: MadeDrawings,
  { signal, isAgain = false }: Options,
): Promise<void> {
  const key = made.size > 0 ? newId() : null
  if (key !== null) {
    const limits = { maxBytes: TOTAL_MAX_BYTES, ...(signal && { signal }) }
    await storage.writeStream(key, bytesOf(storage, made), limits)
  }
  let isUsed = false
  try {
    isUsed = await storeDrawings(db, file.id, { key, isAgain, ...made })
  } finally {
    // The file was deleted, or another process was faster.
    if (!isUsed && key !== null) await storage.remove(key)
  }
  for (const part of made.parts) await storage.remove(part.key)
}

/** After the last attempt: refuses all drawings of a file, so that it can be published. */
export async function giveUpDrawings({ db }: Deps, fileId: string): Promise<void> {
  const icons = await db
    .select({ name: fileIcons.name })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, fileId))
  const rows = icons.map(({ name }) => refusedRow(name, 'unreadable'))
  const made = { key: null, size: 0, rows, sheets: [], version: SANITISER_VERSION }
  await storeDrawings(db, fileId, made)
}
