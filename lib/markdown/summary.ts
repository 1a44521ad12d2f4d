/** Length that search engines and link previews display, in UTF-16 units. */
const SUMMARY_MAX = 160

/**
 * Shortens a text to one line of at most 160 UTF-16 units for `<meta>`, feeds and previews. Cuts between
 * words, if the language separates them by spaces, and never within a grapheme.
 */
export function summaryOf(source: string): string {
  const text = source.replaceAll(/\s+/g, ' ').trim()
  if (text.length <= SUMMARY_MAX) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 2 * SUMMARY_MAX))) {
    if (cut.length + segment.length > SUMMARY_MAX - 1) break
    cut += segment
  }
  // A single grapheme can be longer than the limit, such as a letter with hundreds of marks.
  if (cut === '') cut = text.slice(0, SUMMARY_MAX - 1).toWellFormed()
  const space = cut.lastIndexOf(' ')
  return `${(space > SUMMARY_MAX / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
