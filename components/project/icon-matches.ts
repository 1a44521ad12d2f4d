/** Whether the name of an icon matches what a visitor typed: `arrow left` finds `arrow-left-circle`. */
export function iconMatcher(typed: string): (name: string) => boolean {
  const part = typed.trim().toLowerCase().replaceAll(/\s+/g, '-')
  return (name) => name.includes(part)
}

/** Hides those of a page's first icons that do not match what was typed. */
export function filterTiles(typed: string): void {
  const matches = iconMatcher(typed)
  const tiles = document.querySelectorAll<HTMLElement>('.icon-tiles:not(.all) > li')
  for (const tile of tiles) tile.hidden = !matches(tile.id.slice('icon-'.length))
}
