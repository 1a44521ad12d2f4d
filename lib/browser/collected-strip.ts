import { BUILT_KEYS_MAX } from '#lib/contract/file/built-keys.ts'
import { isRecord } from './is-record.ts'
import { parseJson } from './storage.ts'
import { STRIP_CHANGED } from './page-events.ts'
import { createStoredStore } from './store.ts'

/*
 * The strip that a visitor builds from single icons, kept in the browser. The bar at the foot of pages reads it before the
 * framework runs (islands/strip-bar.ts).
 */

export const STRIP_KEY = 'strip'

/**
 * An icon on the strip; `title` is that of its pack, `typed` its name as its author wrote it, `label` what the key shows beside it. `id` is
 * for this page alone.
 */
export type CollectedKey = {
  id: number
  pack: string
  title: string
  icon: string
  typed?: string
  url: string
  isMono: boolean
  label: string
}
/** `text` names the bar in the language in which it was filled. */
export type CollectedStrip = { keys: readonly CollectedKey[]; text: string; href: string }

let lastId = 0
/** An id of a key, which keeps it when the key is moved or labelled: two keys may have the same icon. */
export function newKeyId(): number {
  lastId += 1
  return lastId
}

const EMPTY: CollectedStrip = { keys: [], text: '', href: '' }

const textOf = (value: unknown, max = 200) => (typeof value === 'string' ? value.slice(0, max) : '')

function parse(value: unknown): CollectedStrip | null {
  if (!isRecord(value) || !Array.isArray(value['keys'])) return null
  const keys = value['keys'].slice(0, BUILT_KEYS_MAX).flatMap((key: unknown) => {
    if (!isRecord(key)) return []
    const [pack, icon, url] = [textOf(key['pack']), textOf(key['icon']), textOf(key['url'], 2000)]
    // An address of this site.
    if (pack === '' || icon === '' || !/^\/(?![/\\])/.test(url)) return []
    const isMono = key['isMono'] === true
    const [title, label] = [textOf(key['title']), textOf(key['label'], 40)]
    const typed = textOf(key['typed'])
    return [
      { id: newKeyId(), pack, icon, url, isMono, title, label, ...(typed !== '' && { typed }) },
    ]
  })
  const href = textOf(value['href'])
  return { keys, text: textOf(value['text']), href: /^\/(?![/\\])/.test(href) ? href : '' }
}

/** The strip of a stored text; an empty one of a missing or foreign text. */
export const parseStrip = (text: string | null): CollectedStrip => parseJson(text, parse) ?? EMPTY

export const collectedStrip = createStoredStore(EMPTY, {
  key: STRIP_KEY,
  parse: parseStrip,
  format: (strip) => (strip.keys.length === 0 ? null : JSON.stringify(strip)),
})

/** Changes the strip, and the bar at the foot of the page. */
export function setStrip(strip: CollectedStrip): void {
  collectedStrip.set(strip)
  dispatchEvent(new Event(STRIP_CHANGED))
}
