import 'server-only'
import path from 'node:path'
import { currentScope } from '#lib/cache/state.ts'
import { ensureProcessState } from '#lib/process-state.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import type { Document, PreviewDocument, Rendered } from './result.ts'
import type { MarkdownSource } from '#lib/text/readme-source.ts'

declare module '#lib/process-state.ts' {
  interface ProcessState {
    markdownRenderer: Renderer
  }
}

/**
 * Renders a Markdown text to HTML and a summary, once per text, in a child process with limits
 * (renderer.ts). A text that exceeds a limit is returned as plain paragraphs. So is one that could not be rendered in
 * time; the response that shows it is not stored then. Never throws.
 * @param source where a README is from, with its stored pictures
 */
export async function renderMarkdown(
  text: string,
  of: Document = 'description',
  source: MarkdownSource | null = null,
): Promise<Rendered> {
  const renderer = ensureProcessState('markdownRenderer', () =>
    createRenderer({ script: path.join(process.cwd(), 'lib/markdown/worker.ts') }),
  )
  const scope = currentScope()
  const rendered = await renderer.render(text, of, source)
  if (rendered.isUnfinished && scope) scope.isUnfinished = true
  return rendered
}

/** Previews that may wait. */
const PREVIEWS_MAX = 20
let previews = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Renders the preview of a description. One at a time, so that a process remains free for pages.
 * @returns `null` if too many previews are waiting, or it could not be rendered in time.
 */
export async function previewMarkdown(text: string, of: PreviewDocument): Promise<Rendered | null> {
  if (previews >= PREVIEWS_MAX) return null
  previews += 1
  const turn = last.then(() => renderMarkdown(text, of))
  last = turn
  try {
    const rendered = await turn
    return rendered.isUnfinished ? null : rendered
  } finally {
    previews -= 1
  }
}
