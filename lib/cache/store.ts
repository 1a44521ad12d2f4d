import { LRUCache } from 'lru-cache'
import type { CacheHandlerValue } from 'next/dist/server/lib/incremental-cache'
import { isExpired } from './state.ts'

/** Rendered pages and catalogue answers together, in bytes of text. */
export const STORE_MAX_BYTES = 64 * 1024 * 1024
/** What is larger is not stored: an answer of the backend may have 4 MB. */
const ENTRY_MAX_BYTES = 5 * 1024 * 1024
/** Counted on top for each entry: its objects, key and headers. */
const ENTRY_OVERHEAD_BYTES = 1024

export type Value = CacheHandlerValue['value']
export type CacheControl = NonNullable<CacheHandlerValue['cacheControl']>
type Entry = {
  value: Value
  /** The long text of `value` in UTF-8: half the size of a string that holds one curly quote. */
  text: Buffer | undefined
  tags: string[]
  /** `position()` when the work that made it began. */
  began: number
  lastModified: number
  cacheControl: CacheControl | undefined
}
type Facts = Omit<Entry, 'value' | 'text'>
export type Found = Facts & { value: Value }

/**
 * Pages and answers in memory, the least recently used ones out first. An entry whose tag expired
 * after the work that made it began is neither stored nor found.
 * @param onEvict is told the key of each entry that leaves without being replaced.
 */
export function createStore(onEvict: (key: string) => void = () => undefined) {
  /** Which entry a value was unpacked from, so that it can be stored again without a copy. */
  const unpacked = new WeakMap<object, Entry>()
  const entries = new LRUCache<string, Entry>({
    maxSize: STORE_MAX_BYTES,
    maxEntrySize: ENTRY_MAX_BYTES,
    sizeCalculation: (entry, key) => sizeOf(entry) + key.length,
    dispose: (_entry, key, reason) => {
      if (reason !== 'set') onEvict(key)
    },
  })

  return {
    get(key: string, tags: Iterable<string> = []): Found | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (isExpired(entry.tags, entry.began) || isExpired(tags, entry.began)) {
        entries.delete(key)
        return undefined
      }
      const { text, value, ...facts } = entry
      const found = unpack(value, text)
      if (found) unpacked.set(found, entry)
      return { ...facts, value: found }
    },
    /** Whether this very value came out of the store before: it is kept, not made anew. */
    isKept: (value: Value) => value !== null && unpacked.has(value),
    /** @returns whether it was stored. */
    set(key: string, value: Value, facts: Facts): boolean {
      if (isExpired(facts.tags, facts.began)) return false
      const newer = entries.peek(key)
      if (newer && newer.began > facts.began) return false
      const known = value && unpacked.get(value)
      const packed = known ? { value: known.value, text: known.text } : pack(value)
      entries.set(key, { ...facts, ...packed })
      return true
    },
    bytes: () => entries.calculatedSize,
    clear: () => entries.clear(),
  }
}

function pack(value: Value): { value: Value; text: Buffer | undefined } {
  if (value && 'data' in value) {
    const text = Buffer.from(value.data.body)
    return { value: { ...value, data: { ...value.data, body: '' } }, text }
  }
  if (value && 'html' in value) {
    return { value: { ...value, html: '' }, text: Buffer.from(value.html) }
  }
  return { value, text: undefined }
}

function unpack(value: Value, text: Buffer | undefined): Value {
  if (!value || !text) return value
  if ('data' in value) return { ...value, data: { ...value.data, body: text.toString() } }
  return 'html' in value ? { ...value, html: text.toString() } : value
}

function sizeOf({ value, text, tags }: Entry): number {
  let size = ENTRY_OVERHEAD_BYTES + (text?.length ?? 0) + tags.join().length
  if (!value) return size
  if ('rscData' in value) size += value.rscData?.length ?? 0
  if ('segmentData' in value) {
    for (const [path, data] of value.segmentData ?? []) size += path.length + data.length
  }
  if ('body' in value) size += value.body.length
  return size
}
