import { COUNTED_DAYS } from '#lib/contract/account.ts'
import type { OwnProject } from '#lib/contract/own-project.ts'
import { dayAt } from './days.ts'

/** The versions of one day, newest first, and their place on the time axis as a share of its width. */
export type Mark = { at: number; versions: [string, ...string[]] }

/** One mark for each day with versions, newest first. */
export function placeMarks(
  versions: OwnProject['versions'],
  from: string,
  length = COUNTED_DAYS,
): Mark[] {
  const marks: Mark[] = []
  for (const { version, at: time } of versions) {
    const day = Math.min(Math.max(dayAt(time, from), 0), length - 1)
    const at = day / (length - 1)
    const same = marks.find((mark) => mark.at === at)
    if (same) same.versions.push(version)
    else marks.push({ at, versions: [version] })
  }
  return marks
}

/** The marks with a label: the newest in each half of the axis, so that none covers another. */
export function labelledMarks(marks: readonly Mark[]): Mark[] {
  const isLate = ({ at }: Mark) => at > 0.5
  return [marks.find(isLate), marks.find((mark) => !isLate(mark))].filter((mark) => !!mark)
}
