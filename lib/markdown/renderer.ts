import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { WorkerError } from '#lib/worker/error.ts'
import { createPool, type PoolOptions } from '#lib/worker/pool.ts'
import { DESCRIPTION_LIMITS, PAGE_LIMITS } from './limits.ts'
import { renderPlain } from './plain.ts'
import { outcomeSchema, type Rendered } from './result.ts'

const MB = 1024 * 1024
/** Processor time of one text, in milliseconds: of a project, and of the operator's own page. */
export const CPU_MS = { description: 500, page: 3000 } as const
const LIMITS = { description: DESCRIPTION_LIMITS, page: PAGE_LIMITS } as const
/** Rendered texts are kept in so many bytes. */
const KEPT_BYTES = 16 * MB
/** Two bytes per character, and what an entry costs besides. */
const ENTRY_BYTES = 300
/** A text whose process was killed is not tried again for so long: the machine may have been busy. */
const KILLED_MS = 60 * 60_000
/** Texts that wait for a process; one more is shown as plain text until it is asked for again. */
const QUEUE_MAX = 200
/**
 * A page waits this long for a rendering, in milliseconds; then it shows plain text, and the rendering
 * goes on for the next one. A visitor has an answer within 8 s (server/main.ts).
 */
const WAIT_MS = 4000
/** Pages are made in bursts: a new process costs more than the memory of one that waits. */
const IDLE_MS = 5 * 60_000

type Of = keyof typeof CPU_MS
type Options = Pick<PoolOptions, 'script'> &
  Partial<Pick<PoolOptions, 'queueMax'>> & {
    keptBytes?: number
    cpuMs?: number
    waitMs?: number
  }

/**
 * Renders Markdown in at most two child processes, once per text: results are kept in a bounded
 * least-recently-used cache, and whoever asks for a text that is being rendered waits for the same
 * rendering. A text that is refused is kept as plain paragraphs.
 */
export function createRenderer({
  script,
  cpuMs,
  queueMax = QUEUE_MAX,
  waitMs = WAIT_MS,
  ...options
}: Options) {
  const pool = createPool({
    script,
    size: 2,
    queueMax,
    heapMb: 128,
    limits: { cpuMs: CPU_MS.description, rssBytes: 320 * MB },
    idleMs: IDLE_MS,
  })
  const kept = new LRUCache<string, Rendered>({
    maxSize: options.keptBytes ?? KEPT_BYTES,
    sizeCalculation: ({ html, summary }) => ENTRY_BYTES + 2 * (html.length + summary.length),
  })
  const running = new Map<string, Promise<Rendered>>()
  let rendered = 0

  async function run(key: string, text: string, of: Of): Promise<Rendered> {
    const { characters } = LIMITS[of]
    const given = text.slice(0, characters)
    try {
      const limits = { cpuMs: cpuMs ?? CPU_MS[of] }
      const outcome = outcomeSchema.parse(await pool.run('render', { text: given, of }, { limits }))
      rendered += 1
      const result =
        'refused' in outcome ? renderPlain(given, characters) : { ...outcome, isPlain: false }
      kept.set(key, result)
      return result
    } catch (error) {
      const result = renderPlain(given, characters)
      // `busy` and `closed` say nothing about the text.
      const isKilled =
        error instanceof WorkerError && ['time', 'memory', 'crash', 'failed'].includes(error.reason)
      if (isKilled) kept.set(key, result, { ttl: KILLED_MS })
      return result
    } finally {
      running.delete(key)
    }
  }

  function inTime(flight: Promise<Rendered>, text: string, of: Of): Promise<Rendered> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(renderPlain(text, LIMITS[of].characters)), waitMs)
      async function settle() {
        resolve(await flight)
        clearTimeout(late)
      }
      void settle()
    })
  }

  return {
    /** Never throws: what cannot be rendered is shown as plain text. */
    render(text: string, of: Of): Promise<Rendered> {
      if (text.trim() === '') return Promise.resolve({ html: '', summary: '', isPlain: false })
      const key = createHash('sha256').update(`${of}\n${text}`).digest('base64url')
      const known = kept.get(key)
      if (known) return Promise.resolve(known)
      const flight = running.get(key) ?? run(key, text, of)
      running.set(key, flight)
      return inTime(flight, text, of)
    },
    /** Texts that a process has rendered, and the bytes that are kept of them. */
    state: () => ({ rendered, keptBytes: kept.calculatedSize, running: running.size }),
    close: () => pool.close(),
  }
}
export type Renderer = ReturnType<typeof createRenderer>
