import 'server-only'
import path from 'node:path'
import { createRenderer, type Renderer } from './renderer.ts'

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
