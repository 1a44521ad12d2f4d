import { plainText } from './markdown.ts'

/** What search engines and link previews show of a description. */
const SUMMARY_MAX = 160

/**
 * A description as one line of at most 160 characters (UTF-16 units) for `<meta>` and previews, cut
 * between words where the language parts them by spaces, never inside a character. `''` for a
 * description without text.
 */
export function summary(markdown: string): string {
  const text = plainText(markdown)
  if (text.length <= SUMMARY_MAX) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (cut.length + segment.length > SUMMARY_MAX - 1) break
    cut += segment
  }
  const space = cut.lastIndexOf(' ')
  return `${(space > SUMMARY_MAX / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
