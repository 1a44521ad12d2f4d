/** What search engines and link previews show of a text. */
const SUMMARY_MAX = 160

/**
 * Running text as one line of at most 160 characters (UTF-16 units) for `<meta>`, feeds and previews,
 * cut between words where the language separates them by spaces, never inside a character that fits.
 */
export function summaryOf(running: string): string {
  const text = running.replaceAll(/\s+/g, ' ').trim()
  if (text.length <= SUMMARY_MAX) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 2 * SUMMARY_MAX))) {
    if (cut.length + segment.length > SUMMARY_MAX - 1) break
    cut += segment
  }
  // One letter with hundreds of combining marks is a single character to the segmenter.
  if (cut === '') cut = text.slice(0, SUMMARY_MAX - 1).toWellFormed()
  const space = cut.lastIndexOf(' ')
  return `${(space > SUMMARY_MAX / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
