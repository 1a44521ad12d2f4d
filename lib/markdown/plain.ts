import type { Rendered } from './result.ts'
import { summaryOf } from './summary.ts'

/** A summary needs no more of a text than this, in characters. */
const LOOKED_AT = 2000

/**
 * A text shown without formatting: one paragraph per block of lines, with its line breaks, every
 * character as it was written. The work is linear in the length.
 */
export function renderPlain(text: string, max: number): Rendered {
  const shown = text.slice(0, max).toWellFormed()
  const paragraphs = shown
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  return {
    html: paragraphs
      .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll(/\r?\n|\r/g, '<br>')}</p>`)
      .join('\n'),
    summary: summaryOf(shown.slice(0, LOOKED_AT)),
    isPlain: true,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
