import { sweepUnknown } from '#backend/services/upload/sweep-unknown.ts'
import type { Examination, Examined, ExamineRequest, Problem } from '#lib/contract/operator.ts'
import { examineCounters } from './counters.ts'
import { examineDatabase } from './database.ts'
import type { ExamineDeps, ExamineOptions } from './dependencies.ts'
import { examineFiles } from './files.ts'
import { examinePrograms } from './programs.ts'
import { examineSearch } from './search.ts'

type Examine = (deps: ExamineDeps, options: ExamineOptions) => Promise<Examined>

const EXAMINE: Record<Examination, Examine> = {
  database: examineDatabase,
  files: examineFiles,
  programs: examinePrograms,
  objects: examineObjects,
  counters: examineCounters,
  search: examineSearch,
}

/**
 * Examines one batch: of rows in the order of their ids, or all objects. It takes seconds, writes only with `fix`, and may run
 * while the site does.
 * @throws StorageError; errors of the database.
 */
export const examine = (
  deps: ExamineDeps,
  { what, after, fix }: ExamineRequest,
  now: Date,
): Promise<Examined> => EXAMINE[what](deps, { after, fix, now })

/**
 * Objects of the storage against the database: those that no row refers to, younger ones than the longest upload aside. `fix` moves
 * them to the trash, unless there are so many that the database is probably the wrong one.
 */
async function examineObjects(deps: ExamineDeps, { fix, now }: ExamineOptions): Promise<Examined> {
  const { total, unknown, moved, isRefused } = await sweepUnknown(deps, { now, isDry: !fix })
  if (unknown === 0) return { checked: total, problems: [], next: null }
  const text = isRefused
    ? `${unknown} of ${total} objects are in no row: is this the right database? Nothing was moved.`
    : `${unknown} of ${total} objects are in no row${fix ? `; ${moved} were moved to the trash` : ''}.`
  const problem: Problem = {
    code: 'object_unknown',
    subject: String(unknown),
    text,
    isFixed: fix && !isRefused,
  }
  return { checked: total, problems: [problem], next: null }
}
