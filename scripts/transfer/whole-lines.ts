const LINE_FEED = 10

/** Joins and splits chunks of text at line ends. A chunk has about `size` bytes, or one longer line. */
export async function* wholeLines(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    length += chunk.byteLength
    if (length < size) continue
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end === 0) continue
    const rest = chunk.subarray(end)
    yield Buffer.concat([...parts.slice(0, -1), chunk.subarray(0, end)])
    parts = rest.byteLength > 0 ? [rest] : []
    length = rest.byteLength
  }
  if (length > 0) yield Buffer.concat(parts)
}
