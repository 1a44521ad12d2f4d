import 'server-only'
import path from 'node:path'
import { ensureProcessState } from '#lib/process-state.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import type { Rendered } from './result.ts'

declare module '#lib/process-state.ts' {
  interface ProcessState {
    markdownRenderer: Renderer
  }
}

/**
 * Renders a Markdown text to HTML and a summary, once per text, in a child process with limits
 * (renderer.ts). A text that exceeds a limit is returned as plain paragraphs. Never throws.
 */
export function renderMarkdown(text: string, of: 'description' | 'page' = 'description') {
  const renderer = ensureProcessState('markdownRenderer', () =>
    createRenderer({ script: path.join(process.cwd(), 'lib/markdown/worker.ts') }),
  )
  return renderer.render(text, of)
}

/** Previews that may wait. */
const PREVIEWS_MAX = 20
let previews = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Renders the preview of a description. One at a time, so that a process remains free for pages.
 * @returns `null` if too many previews are waiting.
 */
export async function previewMarkdown(text: string): Promise<Rendered | null> {
  if (previews >= PREVIEWS_MAX) return null
  previews += 1
  const turn = last.then(() => renderMarkdown(text))
  last = turn
  try {
    return await turn
  } finally {
    previews -= 1
  }
}
