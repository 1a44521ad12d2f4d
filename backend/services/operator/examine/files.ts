import { createHash } from 'node:crypto'
import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Examined, Problem } from '#lib/contract/operator.ts'
import { derivedPictures, fileDrawings, files } from '#backend/db/tables.ts'
import { originalOf } from '#backend/services/file/original.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { Storage } from '#backend/storage/storage.ts'
import type { ExamineDeps, ExamineOptions } from './dependencies.ts'

/** Files per batch, unless their bytes reach the limit before: every byte is read. */
const FILES_MAX = 200
const BYTES_MAX = 64 * 1024 * 1024

type File = typeof files.$inferSelect

/**
 * Stored files against their objects: existence, size and SHA-256; and what was made from them. Drawings and
 * resized pictures that are missing are made again with `fix`; nothing can bring back a file.
 */
export async function examineFiles(
  deps: ExamineDeps,
  { after, fix }: ExamineOptions,
): Promise<Examined> {
  const rows = await deps.db
    .select()
    .from(files)
    .where(and(gt(files.id, after), ne(files.state, 'pending')))
    .orderBy(asc(files.id))
    .limit(FILES_MAX)
  const problems: Problem[] = []
  let checked = 0
  let bytes = 0
  for (const file of rows) {
    if (bytes >= BYTES_MAX) break
    bytes += file.size + (file.originalSize ?? 0) + (file.animationSize ?? 0)
    checked += 1
    for (const object of objectsOf(file)) {
      const problem = await compare(deps.storage, object)
      if (problem) problems.push(problem)
    }
    if (file.drawingsKey !== null && (await deps.storage.size(file.drawingsKey)) === null) {
      problems.push(await drawingsMissing(deps, file, fix))
    }
  }
  const examined = rows.slice(0, checked)
  problems.push(...(await comparePictures(deps, examined, fix)))
  const isLast = checked === rows.length && rows.length < FILES_MAX
  return { checked, problems, next: isLast ? null : (examined.at(-1)?.id ?? null) }
}

type Recorded = Pick<File, 'id' | 'name' | 'key' | 'size' | 'sha256'>

/** The objects of a file whose size and SHA-256 are recorded: its own, the uploaded one, and its animation. */
function objectsOf(file: File): Recorded[] {
  const { id, name, animationKey: key, animationSize: size, animationSha256: sha256 } = file
  const original = originalOf(file)
  const hasAnimation = key !== null && size !== null && sha256 !== null
  return [
    file,
    ...(original ? [{ id, ...original }] : []),
    ...(hasAnimation ? [{ id, name, key, size, sha256 }] : []),
  ]
}

async function compare(
  storage: Storage,
  { id, key, size, sha256, name }: Recorded,
): Promise<Problem | null> {
  const report = (code: Problem['code'], text: string) => ({
    code,
    subject: id,
    text: `“${name}”: ${text}`,
    isFixed: false,
  })
  const stored = await storage.size(key)
  if (stored === null) return report('file_missing', `its object ${key} is missing.`)
  if (stored !== size) {
    return report('file_has_other_size', `its object ${key} has ${stored} bytes, not ${size}.`)
  }
  if (size === 0 || (await hashOf(storage, key, size)) === sha256) return null
  return report('file_has_other_hash', `the bytes of its object ${key} have changed.`)
}

async function hashOf(storage: Storage, key: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await storage.read(key, { start: 0, end: size - 1 })) hash.update(chunk)
  return hash.digest('hex')
}

async function drawingsMissing({ db }: ExamineDeps, file: File, fix: boolean): Promise<Problem> {
  if (fix) {
    await db.transaction(async (tx) => {
      await tx.delete(fileDrawings).where(eq(fileDrawings.fileId, file.id))
      const none = { drawings: 'waiting', drawingsKey: null, sheets: null } as const
      await tx.update(files).set(none).where(eq(files.id, file.id))
    })
    await enqueue(db, { name: DRAWINGS_JOB, subject: file.id, priority: PRIORITY.later })
  }
  const text = `“${file.name}”: its drawings ${file.drawingsKey} are missing; they can be made again.`
  return { code: 'drawings_missing', subject: file.id, text, isFixed: fix }
}

async function comparePictures(
  { db, storage }: ExamineDeps,
  examined: File[],
  fix: boolean,
): Promise<Problem[]> {
  const ids = examined.map(({ id }) => id)
  if (ids.length === 0) return []
  const problems: Problem[] = []
  const pictures = await db
    .select()
    .from(derivedPictures)
    .where(inArray(derivedPictures.fileId, ids))
  for (const { fileId, width, key, size } of pictures) {
    if ((await storage.size(key)) === size) continue
    if (fix) {
      const row = and(eq(derivedPictures.fileId, fileId), eq(derivedPictures.width, width))
      await db.delete(derivedPictures).where(row)
    }
    const text = `The picture ${fileId} in ${width} pixels is missing or broken; it can be made again.`
    problems.push({ code: 'picture_missing', subject: fileId, text, isFixed: fix })
  }
  return problems
}
