import type { Examined, Problem } from '#lib/contract/operator.ts'
import { sweepUnknown } from '#backend/services/upload/sweep-unknown.ts'
import type { ExamineDeps, ExamineOptions } from './dependencies.ts'

/**
 * Objects of the storage against the database: those that no row refers to, younger ones than the longest upload aside. `fix` moves
 * them to the trash, unless there are so many that the database is probably the wrong one.
 */
export async function examineObjects(
  deps: ExamineDeps,
  { fix, now }: ExamineOptions,
): Promise<Examined> {
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
