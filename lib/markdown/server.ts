import 'server-only'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { currentScope } from '#lib/cache/state.ts'
import { isTransient } from '#lib/worker/error.ts'
import type { Payer } from '#lib/limits/payer.ts'
import { shortLimit } from '#lib/limits/short-limit.ts'
import { ensureProcessState } from '#lib/process-state.ts'
import { createPool, type PoolOptions } from '#lib/worker/pool.ts'
import type { MarkdownSource } from '#lib/text/readme-source.ts'
import { ABOUT_MAX, DESCRIPTION_MAX, NOTES_MAX, README_MAX } from '#lib/contract/limits.ts'
import { PAGE_MAX } from './limits.ts'
import { renderPlain } from './plain.ts'
import {
  type Document,
  outcomeSchema,
  type PreviewDocument,
  type RenderedMarkdown,
} from './result.ts'

const MB = 1024 * 1024
/** Limit of processor time per text, in milliseconds. */
const CPU_MS: Readonly<Record<Document, number>> = {
  description: 500,
  notes: 500,
  profile: 500,
  readme: 2000,
  page: 3000,
}
/** Characters of a text that are shown. */
const CHARACTERS: Readonly<Record<Document, number>> = {
  description: DESCRIPTION_MAX,
  notes: NOTES_MAX,
  profile: ABOUT_MAX,
  readme: README_MAX,
  page: PAGE_MAX,
}
/** Size limit of the cache. */
const CACHE_BYTES = 16 * MB
/** Overhead of a cache entry; its text takes two bytes per character. */
const ENTRY_BYTES = 300
/** A text that exceeds the limits of its process is tried again after this time. */
const RETRY_MS = 60 * 60_000
/** Processes. */
const SIZE = 2
/** Texts that may wait for a process; further ones are plain text for now. */
const QUEUE_MAX = 200
/**
 * Maximum time that a page waits for a rendering, in milliseconds. Then it shows plain text, and the
 * rendering continues for the next request. Every response takes at most 8 s (server/main.ts).
 */
const WAIT_MS = 4000
/** Pages are rendered in bursts: starting a process costs more than the memory of an idle one. */
const IDLE_MS = 5 * 60_000

/** Where a text is from, if its links and pictures are relative to that. */
type Source = MarkdownSource | null
type Options = Pick<PoolOptions, 'script'> &
  Partial<Pick<PoolOptions, 'queueMax'>> & {
    cacheBytes?: number
    cpuMs?: number
    stalledMs?: number
    waitMs?: number
  }

/**
 * Renders Markdown in at most two child processes. Results are cached (least recently used), concurrent
 * requests for the same text share one rendering, and a refused text is cached as plain paragraphs. What the machine could not do
 * in time is never cached.
 */
export function createRenderer({
  script,
  cpuMs,
  stalledMs,
  queueMax = QUEUE_MAX,
  waitMs = shortLimit(WAIT_MS),
  ...options
}: Options) {
  const pool = createPool({
    script,
    size: SIZE,
    // Texts are short.
    ofPayer: SIZE,
    queueMax,
    heapMb: 128,
    limits: {
      cpuMs: CPU_MS.description,
      rssBytes: 320 * MB,
      ...(stalledMs !== undefined && { stalledMs }),
    },
    idleMs: IDLE_MS,
  })
  const cache = new LRUCache<string, RenderedMarkdown>({
    maxSize: options.cacheBytes ?? CACHE_BYTES,
    sizeCalculation: ({ html, summary, title = '' }) =>
      ENTRY_BYTES + 2 * (html.length + summary.length + title.length),
  })
  const running = new Map<string, Promise<RenderedMarkdown>>()
  let rendered = 0

  type Text = { text: string; of: Document; source: Source }
  async function run(
    payer: Payer,
    key: string,
    { text, of, source }: Text,
  ): Promise<RenderedMarkdown> {
    const characters = CHARACTERS[of]
    // Code points have two units at most.
    const input = text.slice(0, 2 * characters)
    try {
      const limits = { cpuMs: cpuMs ?? CPU_MS[of] }
      const outcome = outcomeSchema.parse(
        await pool.run(payer, 'render', { text: input, of, source }, { limits }),
      )
      rendered += 1
      const result =
        'refused' in outcome ? renderPlain(input, characters) : { ...outcome, isPlain: false }
      cache.set(key, result)
      return result
    } catch (error) {
      const result = renderPlain(input, characters)
      if (isTransient(error)) return { ...result, isUnfinished: true }
      cache.set(key, result, { ttl: RETRY_MS })
      return result
    } finally {
      running.delete(key)
    }
  }

  function withTimeout(
    flight: Promise<RenderedMarkdown>,
    text: string,
    of: Document,
  ): Promise<RenderedMarkdown> {
    return new Promise((resolve) => {
      const unfinished = () => ({
        ...renderPlain(text, CHARACTERS[of]),
        isUnfinished: true,
      })
      const timeout = setTimeout(() => resolve(unfinished()), waitMs)
      async function settle() {
        resolve(await flight)
        clearTimeout(timeout)
      }
      void settle()
    })
  }

  return {
    /** Never throws: a text that cannot be rendered, or not in time (`isUnfinished`), is returned as plain paragraphs. */
    render(
      payer: Payer,
      text: string,
      of: Document,
      source: Source = null,
    ): Promise<RenderedMarkdown> {
      if (text.trim() === '')
        return Promise.resolve({ html: '', summary: '', changes: {}, isPlain: false })
      const key = createHash('sha256')
        .update(JSON.stringify([of, source, text]))
        .digest('base64url')
      const cached = cache.get(key)
      if (cached) return Promise.resolve(cached)
      const flight = running.get(key) ?? run(payer, key, { text, of, source })
      running.set(key, flight)
      return withTimeout(flight, text, of)
    },
    /** Number of rendered texts, size of the cache in bytes, renderings in progress. */
    state: () => ({ rendered, cachedBytes: cache.calculatedSize, running: running.size }),
    close: () => pool.close(),
  }
}
export type MarkdownRenderer = ReturnType<typeof createRenderer>

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
 * Renders a Markdown text to HTML and a summary, once per text, in a child process with limits. A text that exceeds a limit
 * is returned as plain paragraphs. So is one that could not be rendered in time; the response that shows it is not stored then. Never throws. Who asks for a page pays for the texts that are new; for pages that are
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
