import { and, asc, eq, sql } from 'drizzle-orm'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from '#backend/db/connect.ts'
import { files, projects } from '#backend/db/schema.ts'
import { fileIcons } from '#backend/db/search-schema.ts'
import { newId } from '#backend/services/project/id.ts'
import { indexProject } from '#backend/services/search/index-project.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { kindOfFile, noteContents, readContents } from './contents.ts'
import { convertBatch } from './convert-batch.ts'
import { batchesOf, type Place, readPacked } from './read-packed.ts'
import { keepDrawings, type Row } from './keep.ts'

type Parts = { db: Database; storage: Storage; workers: Pool }
type Options = {
  signal?: AbortSignal
  progress?: (done: number, total: number) => Promise<void>
  /** Batches that are worked on at the same time. */
  atOnce?: number
}
type File = Pick<typeof files.$inferSelect, 'id' | 'key' | 'size' | 'name' | 'drawings'>

/** All safe drawings of a file have at most this many bytes. */
const TOTAL_MAX_BYTES = 512 * 1024 * 1024
/** A file whose batches take longer than this gets no more work; by the clock, in milliseconds. */
const FILE_MS = 10 * 60_000

/**
 * Makes the drawings of a stored file safe and keeps them in one object, one after the other, so that
 * showing one is reading a range. Done twice, or cut off and begun again, it does no harm: a file that
 * is ready stays as it is, and what two processes make at once is kept once.
 * @throws WorkerError and errors of storage or database: the file is as it was.
 */
export async function makeDrawings(parts: Parts, fileId: string, options: Options = {}) {
  const [file] = await parts.db
    .select({
      id: files.id,
      key: files.key,
      size: files.size,
      name: files.name,
      drawings: files.drawings,
    })
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.purpose, 'project')))
  if (!file || file.drawings === 'ready') return
  if (file.drawings === null) await lookInside(parts, file)
  await convert(parts, file, options)
}

/** A file from before there were safe drawings. */
async function lookInside({ db, storage, workers }: Parts, file: File) {
  const contents = await readContents({ storage, workers }, file)
  await db.transaction(async (tx) => {
    const known = await tx.$count(fileIcons, eq(fileIcons.fileId, file.id))
    await noteContents(tx, { fileId: file.id, kind: kindOfFile(file.name) }, contents)
    if (known > 0 || contents.icons.length === 0) return
    const shown = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.fileId, file.id), sql`${projects.hiddenAt} IS NULL`))
    for (const { id } of shown) await indexProject(tx, id)
  })
}

async function convert(parts: Parts, file: File, options: Options) {
  const { db, storage } = parts
  const icons = await db
    .select()
    .from(fileIcons)
    .where(eq(fileIcons.fileId, file.id))
    .orderBy(asc(fileIcons.position))
  const rows: Row[] = []
  const key = newId()
  await storage.writeStream(key, safeBytes(parts, file, icons, rows, options), {
    maxBytes: TOTAL_MAX_BYTES,
    ...(options.signal && { signal: options.signal }),
  })
  let isKept = false
  try {
    const isEmpty = rows.every(({ size }) => size === null)
    isKept = (await keepDrawings(db, file.id, isEmpty ? null : key, rows)) && !isEmpty
  } finally {
    // The file was deleted meanwhile, somebody else was faster, or nothing can be shown.
    if (!isKept) await storage.remove(key)
  }
}

/** The safe drawings, batch by batch; notes in `rows` where each of them stands. */
async function* safeBytes(
  { storage, workers }: Parts,
  file: File,
  icons: (Place & { name: string })[],
  rows: Row[],
  { signal, progress, atOnce = 1 }: Options,
): AsyncGenerator<Buffer> {
  const until = performance.now() + FILE_MS
  const waiting = batchesOf(icons)
  const work = async (batch: (Place & { name: string })[]) => ({
    batch,
    converted:
      performance.now() > until
        ? batch.map(() => ({ refused: 'too_slow' as const }))
        : await convertBatch(workers, await readPacked(storage, file.key, batch)),
  })
  const running: ReturnType<typeof work>[] = []
  let offset = 0
  while (waiting.length > 0 || running.length > 0) {
    signal?.throwIfAborted()
    for (let next; running.length < atOnce && (next = waiting.shift());) {
      const started = work(next)
      // Failures are met where the batch is awaited, in its turn.
      started.catch(() => undefined)
      running.push(started)
    }
    const first = await running.shift()
    if (!first) return
    const made: Buffer[] = []
    for (const [at, { name }] of first.batch.entries()) {
      const one = first.converted[at] ?? { refused: 'too_slow' as const }
      const bytes = 'svg' in one ? Buffer.from(one.svg) : null
      const isKept = bytes !== null && offset + bytes.byteLength <= TOTAL_MAX_BYTES
      const refused = 'refused' in one ? one.refused : 'too_complex'
      const tone = 'tone' in one ? one.tone : null
      rows.push(
        isKept
          ? { name, offset, size: bytes.byteLength, refused: null, tone }
          : { name, offset: null, size: null, refused, tone: null },
      )
      if (isKept) made.push(bytes)
      if (isKept) offset += bytes.byteLength
    }
    yield Buffer.concat(made)
    await progress?.(rows.length, icons.length)
  }
}

/** After the last attempt: what was not made safe is refused, so that the file can be published. */
export async function giveUpDrawings({ db }: Parts, fileId: string): Promise<void> {
  const icons = await db
    .select({ name: fileIcons.name })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, fileId))
  const rows = icons.map(({ name }): Row => ({
    name,
    offset: null,
    size: null,
    refused: 'unreadable',
    tone: null,
  }))
  await keepDrawings(db, fileId, null, rows)
}
