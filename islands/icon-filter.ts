import { filterTiles } from '#components/project/icon-matches.ts'

/**
 * Filters the icons that a page has by what was typed into its `[data-icon-filter]`; anything else is left alone. The framework
 * replaces them by all icons of the pack, filtered, when these have arrived (components/project/pack-browser-client.tsx).
 */
export function filterIcons(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || !target.matches('[data-icon-filter]')) return
  filterTiles(target.value)
}
