import { fillMarks } from '#lib/markdown/labels.ts'
import { render } from '#lib/markdown/render.ts'
import type { Document } from '#lib/markdown/result.ts'
import type { MarkdownSource } from '#lib/text/readme-source.ts'

/**
 * Markdown as a page shows it, with the prefix `d` and labels in braces.
 * @throws Error with the limit that the text exceeds
 */
export function show(markdown: string, of: Document = 'description', source?: MarkdownSource) {
  const outcome = render(markdown, of, source ? { source } : {})
  if ('refused' in outcome) throw new Error(outcome.refused)
  const labels = (label: string, { number }: { number: string }) => `{${label}${number}}`
  return { ...outcome, html: fillMarks(outcome.html, 'd', labels) }
}

export const htmlOf = (markdown: string): string => show(markdown).html
