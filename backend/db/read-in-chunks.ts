/**
 * The rows of a long list, of which only a chunk is in memory.
 * @param read reads at most `size` rows that follow one.
 */
export async function* readInChunks<Row>(
  size: number,
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    yield* rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}
