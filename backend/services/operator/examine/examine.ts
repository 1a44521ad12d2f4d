import type { Examination, Examined, ExamineRequest } from '#lib/contract/operator.ts'
import { examineCounters } from './counters.ts'
import { examineDatabase } from './database.ts'
import type { ExamineDeps, ExamineOptions } from './dependencies.ts'
import { examineFiles } from './files.ts'
import { examineObjects } from './objects.ts'
import { examineSearch } from './search.ts'

type Examine = (deps: ExamineDeps, options: ExamineOptions) => Promise<Examined>

const EXAMINE: Record<Examination, Examine> = {
  database: examineDatabase,
  files: examineFiles,
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
