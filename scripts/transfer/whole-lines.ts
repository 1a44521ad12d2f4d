const LINE_FEED = 10

/** Joins and splits chunks of text at line ends. A chunk has at most `size` bytes and one line. */
export async function* wholeLines(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.byteLength;) {
      const lineEnd = length < size ? start + size - length : chunk.indexOf(LINE_FEED, start) + 1
      const end = lineEnd === 0 ? chunk.byteLength : Math.min(lineEnd, chunk.byteLength)
      const part = chunk.subarray(start, end)
      parts.push(part)
      length += part.byteLength
      start = end
      const split = length < size ? 0 : part.lastIndexOf(LINE_FEED) + 1
      if (split === 0) continue
      yield Buffer.concat([...parts.slice(0, -1), part.subarray(0, split)])
      const rest = part.subarray(split)
      parts = rest.byteLength > 0 ? [rest] : []
      length = rest.byteLength
    }
  }
  if (length > 0) yield Buffer.concat(parts)
}
