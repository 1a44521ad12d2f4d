import { LRUCache } from 'lru-cache'
import type { CacheHandlerValue } from 'next/dist/server/lib/incremental-cache'
import { isExpired } from '#lib/cache/state.ts'

/** Size of the store in bytes: responses of route handlers. */
export const STORE_MAX_BYTES = 8 * 1024 * 1024
/** Larger entries are not stored. */
const ENTRY_MAX_BYTES = 2 * 1024 * 1024
/** Estimate of the objects, key and headers of an entry. */
const ENTRY_OVERHEAD_BYTES = 1024

export type Value = CacheHandlerValue['value']
export type CacheControl = NonNullable<CacheHandlerValue['cacheControl']>
type Entry = {
  value: Value
  /** The text of `value` in UTF-8: a string with one curly quote takes twice the memory. */
  text: Buffer | undefined
  tags: string[]
  /** `position()` when its render or read began. */
  began: number
  lastModified: number
  cacheControl: CacheControl | undefined
}
type Metadata = Omit<Entry, 'value' | 'text'>
export type StoredValue = Metadata & { value: Value }

/**
 * LRU cache of responses. An entry with a tag that expired after its render or read began
 * is neither stored nor returned.
 * @param onEvict called with the key of each entry that is removed without being replaced.
 */
export function createStore(onEvict: (key: string) => void = () => undefined) {
  /** The entry of an unpacked value, so that it can be stored again without a copy. */
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
    get(key: string): StoredValue | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (isExpired(entry.tags, entry.began)) {
        entries.delete(key)
        return undefined
      }
      const { text, value: packed, ...metadata } = entry
      const value = unpack(packed, text)
      if (value) unpacked.set(value, entry)
      return { ...metadata, value }
    },
    /** Whether this object was returned by the store: it is stored again, not rendered anew. */
    isStored: (value: Value) => value !== null && unpacked.has(value),
    /** @returns whether it was stored. */
    set(key: string, value: Value, metadata: Metadata): boolean {
      if (isExpired(metadata.tags, metadata.began)) return false
      const newer = entries.peek(key)
      if (newer && newer.began > metadata.began) return false
      const entry = value && unpacked.get(value)
      const packed = entry ? { value: entry.value, text: entry.text } : pack(value)
      entries.set(key, { ...metadata, ...packed })
      return true
    },
    bytes: () => entries.calculatedSize,
    clear: () => entries.clear(),
  }
}

function pack(value: Value): { value: Value; text: Buffer | undefined } {
  if (value && 'html' in value) {
    return { value: { ...value, html: '' }, text: Buffer.from(value.html) }
  }
  return { value, text: undefined }
}

function unpack(value: Value, text: Buffer | undefined): Value {
  if (!value || !text) return value
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
