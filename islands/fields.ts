import '#lib/browser/zod-without-eval.ts'
import { repaint, repaintChosen } from './repaint.ts'
import { suggestFor } from './suggestions.ts'
import { filterTiles } from '#components/project/icon-matches.ts'

/*
 * What fields answer without the framework, so that the first letter has an effect at once: suggestions of
 * the search boxes, the filter of a pack's icons, its colours. The inline script of the head loads it with the first focus of
 * such a field (head-script.ts).
 */

// The visitor may have typed meanwhile.
suggestFor(document.activeElement)
filterIcons(document.activeElement)
document.addEventListener('focusin', ({ target }) => suggestFor(target))
repaintChosen()
document.addEventListener('input', ({ target }) => {
  filterIcons(target)
  repaint(target)
})

/**
 * Filters the icons that a page has by what was typed into its `[data-icon-filter]`; anything else is left alone. The framework
 * replaces them by all icons of the pack, filtered, when these have arrived (components/project/pack-browser-client.tsx).
 */
function filterIcons(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || !target.matches('[data-icon-filter]')) return
  filterTiles(target.value)
}
