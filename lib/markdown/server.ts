import 'server-only'
import path from 'node:path'
import { currentScope } from '#lib/cache/state.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { ensureProcessState } from '#lib/process-state.ts'
import { createRenderer, type MarkdownRenderer } from './renderer.ts'
import type { Document, PreviewDocument, RenderedMarkdown } from './result.ts'
import type { MarkdownSource } from '#lib/text/readme-source.ts'

declare module '#lib/process-state.ts' {
  interface ProcessState {
    markdownRenderer: MarkdownRenderer
  }
}

const renderer = () =>
  ensureProcessState('markdownRenderer', () =>
    createRenderer({ script: path.join(process.cwd(), 'lib/markdown/worker.ts') }),
  )

/**
 * Renders a Markdown text to HTML and a summary, once per text, in a child process with limits
 * (renderer.ts). A text that exceeds a limit is returned as plain paragraphs. So is one that could not be rendered in
 * time; the response that shows it is not stored then. Never throws. Who asks for a page pays for the texts that are new; for pages that are
 * rendered again the site does.
 * @param source where a README is from, with its stored pictures
 */
export async function renderMarkdown(
  text: string,
  of: Document = 'description',
  source: MarkdownSource | null = null,
): Promise<RenderedMarkdown> {
  const scope = currentScope()
  const payer = scope?.payer ?? { name: 'pages' }
  const rendered = await renderer().render(payer, text, of, source)
  if (rendered.isUnfinished && scope) scope.isUnfinished = true
  return rendered
}

/**
 * Renders the preview of a description, in turns with the texts of pages.
 * @returns `null` if too many texts are waiting, or it could not be rendered in time.
 */
export async function previewMarkdown(
  payer: Payer,
  text: string,
  of: PreviewDocument,
): Promise<RenderedMarkdown | null> {
  const rendered = await renderer().render(payer, text, of)
  return rendered.isUnfinished ? null : rendered
}
