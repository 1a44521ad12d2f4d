/*
 * Texts and ids of ours in rendered Markdown depend on the page that shows it. The HTML has marks in their places, which
 * `fillMarks` replaces: one rendering serves all languages.
 */

/** Names of the texts; `number` is which reference a footnote leads back to. */
export const LABELS = [
  'note',
  'tip',
  'important',
  'warning',
  'caution',
  'footnotes',
  'back',
  'done',
  'open',
  'contents',
  'details',
  'more',
  'less',
  'copy',
] as const
type Label = (typeof LABELS)[number]
/** The texts of a language: a translator of the namespace `prose`. */
export type Labels = (label: Label | 'copied' | 'copyFailed', values: { number: string }) => string

// Noncharacters: `render` removes them from texts.
const [PREFIX_MARK, BEGIN, END] = ['\ufdd0', '\ufdd1', '\ufdd2']
/** Characters that marks are made of. */
export const MARKS = /[\ufdd0-\ufdef]/g

/** Stands for the prefix of all ids of a document. */
export const ID_PREFIX = PREFIX_MARK
/** Stands for a text of ours. */
export const labelMark = (label: Label, number = ''): string => `${BEGIN}${label} ${number}${END}`

const MARK = new RegExp(`${PREFIX_MARK}|${BEGIN}(${LABELS.join('|')}) ([\\d-]*)${END}`, 'g')
const isLabel = (text: string | undefined): text is Label => LABELS.some((label) => label === text)

/**
 * Replaces the marks in rendered HTML.
 * @param prefix of ids, unique among the documents of a page: letters, digits and hyphens
 */
export const fillMarks = (html: string, prefix: string, labels: Labels): string =>
  html.replaceAll(MARK, (_, label: string | undefined, number: string = '') =>
    isLabel(label) ? escapeHtml(labels(label, { number })) : `${prefix}-`,
  )

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
