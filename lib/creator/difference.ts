/** Where two texts differ: common start and end, and what was removed and added between them. */
export function difference(before: string, after: string) {
  // By code points, so that no character is cut in half.
  const [a, b] = [[...before], [...after]]
  const limit = Math.min(a.length, b.length)
  let start = 0
  while (start < limit && a[start] === b[start]) start += 1
  let end = 0
  while (end < limit - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const middle = (text: string[]) => text.slice(start, text.length - end).join('')
  return {
    start: a.slice(0, start).join(''),
    removed: middle(a),
    added: middle(b),
    end: end === 0 ? '' : a.slice(-end).join(''),
  }
}
