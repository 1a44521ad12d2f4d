import { createStoredStore } from './store.ts'

/** Whether `/` focuses the search box; the visitor can switch it off (WCAG 2.1.4). */
export const searchShortcutStore = createStoredStore(true, {
  key: 'search-shortcut',
  parse: (text) => text !== 'off',
  format: (isOn) => (isOn ? null : 'off'),
})

type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing' | 'target'
>

/**
 * Whether a key press is the shortcut: `/` while no control has the focus and no dialog is open.
 * Shift is allowed, since some keyboards need it for `/`.
 */
export function isSearchShortcut(event: Press): boolean {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, target } = event
  if (key !== '/' || ctrlKey || metaKey || altKey || repeat || isComposing) return false
  if (target instanceof Element && !target.matches('html, body, main')) return false
  return !document.querySelector('[role=dialog], dialog[open]')
}
