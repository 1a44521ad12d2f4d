/** Cuts a list into parts of at most `size`, for statements that have a limit of time or parameters. */
export function chunksOf<T>(items: T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size))
}
