import 'server-only'
import path from 'node:path'
import { createRenderer, type Renderer } from './renderer.ts'
import type { Rendered } from './result.ts'

declare global {
  /** Next's bundles are module graphs of their own (pages, routes); they share one renderer. */
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var keystripMarkdown: Renderer | undefined
}

/**
 * A Markdown text as HTML and summary. It is rendered once per text, in a child process with limits
 * (renderer.ts); a text that passes a limit comes back as plain paragraphs. Never throws.
 */
export function renderMarkdown(text: string, of: 'description' | 'page' = 'description') {
  globalThis.keystripMarkdown ??= createRenderer({
    script: path.join(process.cwd(), 'lib/markdown/worker.ts'),
  })
  return globalThis.keystripMarkdown.render(text, of)
}

/** Previews that wait for their turn. */
const PREVIEWS_MAX = 20
let previews = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * The same for the form's preview: one at a time, so that previews leave one process to the pages.
 * @returns `null` while too many wait.
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
