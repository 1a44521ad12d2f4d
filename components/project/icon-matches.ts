type Named = { name: string; label?: string | null | undefined }

/**
 * The name that its author wrote, with the id that is copied and has its address; isolated, so that the direction of the first one does
 * not move the other.
 */
export const fullName = ({ name, label }: Named) =>
  label ? `\u2068${label}\u2069 (${name})` : name

/** Whether an icon matches what a visitor typed, by its id or its label: `arrow left` finds `arrow-left-circle`. */
export function iconMatcher(typed: string): (icon: Named) => boolean {
  const text = folded(typed.trim().replaceAll(/\s+/g, ' '))
  const part = text.replaceAll(' ', '-')
  return ({ name, label }) => name.includes(part) || (label ? folded(label).includes(text) : false)
}

/** Case, width and composition do not count. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Hides those of a page's first icons that do not match what was typed. */
export function filterTiles(typed: string): void {
  const isMatch = iconMatcher(typed)
  const tiles = document.querySelectorAll<HTMLElement>('.icon-tiles:not(.all) > li')
  for (const tile of tiles) tile.hidden = !isMatch(iconOf(tile))
}

/** The icon of a tile (`tileHtml`). Its label is its text, where that is not its id. */
export function iconOf(tile: HTMLElement): { name: string; label?: string } {
  const name = tile.id.slice('icon-'.length)
  const label = tile.querySelector(':scope > a, :scope > b')?.textContent
  return { name, ...(label && label !== name && { label }) }
}
