import { escapeHtml, MARKS } from './labels.ts'
import type { RenderedMarkdown } from './result.ts'
import { summaryOf } from './summary.ts'

/** Characters that are enough for a summary. */
const SUMMARISED_MAX = 2000

/**
 * Renders a text without formatting: a paragraph per block of lines, with line breaks. Linear in the
 * length.
 */
export function renderPlain(text: string, max: number): RenderedMarkdown {
  const plain = text.slice(0, max).toWellFormed().replaceAll(MARKS, '\ufffd')
  const paragraphs = plain
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  return {
    html: paragraphs
      .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll(/\r?\n|\r/g, '<br>')}</p>`)
      .join('\n'),
    summary: summaryOf(plain.slice(0, SUMMARISED_MAX)),
    changes: {},
    isPlain: true,
  }
}
