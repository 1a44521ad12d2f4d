import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Examined, Problem } from '#lib/contract/operator.ts'
import { files, projects, versions } from '#backend/db/tables.ts'
import { ArchiveError } from '#backend/services/container/error.ts'
import { openProbe } from '#backend/services/container/probe.ts'
import { refuseType } from '#backend/services/container/refuse-type.ts'
import { uploadOf } from '#backend/services/file/original.ts'
import type { Storage } from '#backend/storage/storage.ts'
import type { ExamineDeps, ExamineOptions } from './dependencies.ts'

/** Files per batch, unless their bytes or entries reach a limit before. */
const FILES_MAX = 100
const BYTES_MAX = 64 * 1024 * 1024
const ENTRIES_MAX = 20_000

/**
 * The files of versions against what is refused of uploads today: programs, and archives with programs in them. A file that a standard
 * archive was made from is examined in its place. Packages of plugins are programs. Nothing is repaired: a published file never changes.
 * @throws StorageError
 */
export async function examinePrograms(
  { db, storage }: ExamineDeps,
  { after }: ExamineOptions,
): Promise<Examined> {
  const rows = await db
    .selectDistinctOn([files.id], {
      file: files,
      project: { id: projects.id, kind: projects.kind, title: projects.title },
    })
    .from(files)
    .innerJoin(versions, eq(versions.fileId, files.id))
    .innerJoin(projects, and(eq(projects.id, versions.projectId), ne(projects.kind, 'plugin')))
    .where(gt(files.id, after))
    .orderBy(asc(files.id))
    .limit(FILES_MAX)
  const problems: Problem[] = []
  let [checked, bytes, entries] = [0, 0, 0]
  for (const { file, project } of rows) {
    if (bytes >= BYTES_MAX || entries >= ENTRIES_MAX) break
    checked += 1
    const uploaded = uploadOf(file)
    bytes += uploaded.size
    const { found, count } = await findRefused(storage, uploaded)
    entries += count
    if (found === null) continue
    const { id, kind, title } = project
    const text = `“${title}” (${kind} ${id}): ${found}`
    problems.push({ code: 'file_has_program', subject: id, text, isFixed: false })
  }
  const isLast = checked === rows.length && rows.length < FILES_MAX
  return { checked, problems, next: isLast ? null : (rows[checked - 1]?.file.id ?? null) }
}

type Uploaded = { key: string; size: number; name: string }

/** What is refused about a stored file, in words, and how many entries it has. One that is missing or broken is found by others. */
async function findRefused(storage: Storage, { key, size, name }: Uploaded) {
  if ((await storage.size(key)) !== size) return { found: null, count: 0 }
  let count = 0
  try {
    const probe = await openProbe(storage, { key, size, ...AS_UPLOADED })
    count = probe.opened?.entries.length ?? 0
    await refuseType(probe)
    return { found: null, count }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    return { found: inWords(name, error.issue), count }
  }
}

/** Neither changes what is refused. */
const AS_UPLOADED = { kind: 'icon', ending: '', title: '' } as const

function inWords(name: string, { code, entry, value, count = 1 }: ArchiveError['issue']) {
  if (code === 'refused_type') return `“${name}” is a file of the type ${value}.`
  if (code !== 'program_inside') return null
  const others = count > 1 ? `, one of ${count}` : ''
  return `“${entry}” in “${name}” is a program (${value}${others}).`
}
