import { columnsOf } from '#lib/contract/columns.ts'

/** Projects whose title is at most `max` columns wide first; otherwise in the same order. */
export function preferShort<T extends { title: string }>(projects: readonly T[], max: number): T[] {
  const isLong = ({ title }: T) => (columnsOf(title) > max ? 1 : 0)
  return projects.toSorted((a, b) => isLong(a) - isLong(b))
}
