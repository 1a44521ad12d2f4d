/** A list with an entry at another position; the same order if that position is outside. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] =>
  to < 0 || to >= list.length
    ? [...list]
    : list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))
