import { announce } from '#lib/browser/announcement-store.ts'
import { BUILT_KEYS_MAX } from '#lib/contract/file/built-keys.ts'
import { type CollectedKey, collectedStrip, newKeyId, setStrip } from './collected-strip.ts'
import { showMessage } from './message-store.ts'

/** What collects icons for a strip: the page of the strip, and texts. */
export type Collecting = {
  href: string
  /** “Add {name} to your strip”. */
  add: string
  /** “Your strip: {count} of 60”. */
  bar: string
}

/** Time for which an added tile is lit, in milliseconds. */
const LIT_MS = 600

/** Adds a key to the strip that the visitor builds, and lights its tile; a full strip is reported. */
export function collectKey(
  tile: HTMLElement,
  key: Omit<CollectedKey, 'id' | 'label'>,
  { href, bar }: Collecting,
): void {
  const { keys } = collectedStrip.get()
  const filled = (count: number) => bar.replace('{count}', String(count))
  if (keys.length >= BUILT_KEYS_MAX) {
    showMessage({ message: filled(BUILT_KEYS_MAX), color: 'warning' })
    return
  }
  setStrip({ keys: [...keys, { ...key, id: newKeyId(), label: '' }], text: bar, href })
  announce(filled(keys.length + 1))
  tile.dataset['lit'] = ''
  setTimeout(() => delete tile.dataset['lit'], LIT_MS)
}
