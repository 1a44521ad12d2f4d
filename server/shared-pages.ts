import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { SharedCache, SharedEntry } from '#lib/cache/shared.ts'
import type { CacheEntry, PageCache } from './page-cache.ts'
import type { PageKey } from './page-key.ts'
import { ENCODINGS } from './compression.ts'

/** How long a page of another process is waited for, well within the deadline of pages, and how often it is asked for, in ms. */
const WAIT_MS = 2_500
const POLL_MS = 25
/** Pages of files that each machine has for itself (IMPRINT_FILE). */
const OWN = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/home\/about\//

const partSchema = z.object({
  key: z.string(),
  etag: z.string(),
  headers: z.array(z.string()),
  storedAt: z.number(),
  /** `null`: for as long as its page. */
  freshUntil: z.number().nullable(),
  flight: z.string().optional(),
  bodies: z.array(z.object({ encoding: z.enum(ENCODINGS), length: z.number().int().min(0) })),
})
/** A page, and the data of its scripts. */
const aboutSchema = z.object({ parts: z.array(partSchema).min(1).max(2) })
type Part = z.infer<typeof partSchema>

/** A page of another process, or the task to render it. `end` stores what was rendered, and lets the others have it. */
export type TakenPage =
  | { kind: 'entry'; entry: CacheEntry }
  | { kind: 'render'; end: (rendered: CacheEntry | undefined) => Promise<void> }

/** Shares public pages with the other web processes: what one rendered, the others send. */
export function createSharedPages(shared: SharedCache, cache: PageCache) {
  async function find(key: string): Promise<CacheEntry | undefined> {
    const found = await shared.read(key)
    return found && adopt(key, found)
  }

  /** Stores a page in the memory of this process. */
  function adopt(key: string, { about, body, tags, began }: SharedEntry): CacheEntry | undefined {
    const parsed = aboutSchema.safeParse(about).data
    if (!parsed || parsed.parts[0]?.key !== key) return undefined
    let at = 0
    const entries = parsed.parts.map((part) => {
      const variants = part.bodies.map(({ encoding, length }) => {
        const bytes = Buffer.allocUnsafeSlow(length)
        body.copy(bytes, 0, at, at + length)
        at += length
        return [encoding, bytes] as const
      })
      const freshUntil = part.freshUntil ?? Infinity
      const { flight, headers, etag, storedAt } = part
      // It is true by the position that this process has read.
      const validity = { tags, began, begunAt: cache.now(), freshUntil }
      return { key: part.key, content: { ...validity, flight, headers, etag, storedAt, variants } }
    })
    const [page] = entries
    if (!page || at !== body.length || page.content.freshUntil <= cache.now()) return undefined
    const [entry] = entries.map(({ key: name, content }) => cache.adopt(name, content))
    return entry
  }

  async function store(key: string, entry: CacheEntry): Promise<void> {
    const flight = entry.flight === undefined ? undefined : cache.find(entry.flight)
    if (entry.flight !== undefined && !flight) return
    const parts: Part[] = []
    const bodies: Buffer[] = []
    for (const [name, each] of [[key, entry] as const, [entry.flight, flight] as const]) {
      if (name === undefined || !each) continue
      // In the form that most browsers ask for.
      await each.body.encoded(each.body.choose('br'))
      cache.resize(name, each)
      const variants = [...each.body.variants()].filter(
        ([encoding], _, all) => encoding !== 'identity' || all.length === 1,
      )
      bodies.push(...variants.map(([, bytes]) => bytes))
      const { etag, headers, storedAt, freshUntil } = each
      parts.push({
        key: name,
        etag,
        headers,
        storedAt,
        freshUntil: Number.isFinite(freshUntil) ? freshUntil : null,
        ...(each.flight !== undefined && { flight: each.flight }),
        bodies: variants.map(([encoding, { length }]) => ({ encoding, length })),
      })
    }
    const { tags, began, freshUntil } = entry
    const lifetimeMs = freshUntil - cache.now()
    await shared.write(key, {
      tags,
      began,
      lifetimeMs,
      about: { parts },
      body: Buffer.concat(bodies),
    })
  }

  const alone: TakenPage = { kind: 'render', end: async () => undefined }

  return {
    /** Takes a page that another process has, waits for one that another process is rendering, or takes the task. */
    async take({ key, kind, target }: PageKey): Promise<TakenPage> {
      if (kind === 'asset' || kind === 'flight' || OWN.test(target)) return alone
      const deadline = performance.now() + WAIT_MS
      for (;;) {
        const entry = await find(key)
        if (entry) return { kind: 'entry', entry }
        const release = await shared.lock(key)
        if (typeof release === 'function') {
          // Stored by another process between the look and the lock.
          const stored = await find(key)
          if (stored) {
            await release()
            return { kind: 'entry', entry: stored }
          }
          return {
            kind: 'render',
            async end(rendered) {
              if (rendered) await store(key, rendered)
              await release()
            },
          }
        }
        if (release === undefined || performance.now() > deadline) return alone
        await wait(POLL_MS)
      }
    },
  }
}
export type SharedPages = ReturnType<typeof createSharedPages>
