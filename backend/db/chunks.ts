/** Splits a list into chunks of at most `size`, for limits of statement time and parameters. */
export function chunksOf<T>(items: T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size))
}
