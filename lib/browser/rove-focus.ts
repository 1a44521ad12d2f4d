import { type GridRows, type CellControl, placeAfterKey, rowsOf } from './roving.ts'

const CONTROLS = 'a[href], button, summary'

export type RovingOptions = {
  /** Rows of a list that renders only some of its cells; by default those of the layout. */
  rows?: () => GridRows
  /** Called with the cell that gets the focus next, so that the list renders it. */
  onActive?: (cell: number) => void
}

/**
 * Makes the controls of a list one Tab stop: arrow keys, Home and End move between them (roving
 * tabindex of the ARIA Authoring Practices). Items are the cells, numbered by `aria-posinset` or by
 * their order. Without scripts every control is a Tab stop.
 * @returns `focusCell`, which waits until the cell is rendered, and `stop`.
 */
export function roveFocus(
  list: HTMLElement,
  { rows = () => layoutOf(list), onActive }: RovingOptions,
) {
  let active: CellControl = { cell: 0, control: 0 }
  let isAwaited = false

  function update() {
    const cells = cellsOf(list)
    const stop = cells.has(active.cell) ? active.cell : Math.min(...cells.keys())
    for (const [cell, controls] of cells) {
      const last = controls.length - 1
      for (const [at, control] of controls.entries()) {
        const isStop = cell === stop && at === Math.min(active.control, last)
        const tabIndex = isStop ? 0 : -1
        if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex
      }
    }
    if (isAwaited && cells.has(active.cell)) focusActive(cells)
  }
  function focusActive(cells: Cells) {
    const controls = cells.get(active.cell)
    isAwaited = !controls
    controls?.[Math.min(active.control, controls.length - 1)]?.focus()
  }
  function move(place: CellControl) {
    active = place
    onActive?.(place.cell)
    focusActive(cellsOf(list))
  }
  function follow({ target }: FocusEvent) {
    for (const [cell, controls] of cellsOf(list)) {
      const control = controls.findIndex((one) => one === target)
      if (control < 0) continue
      active = { cell, control }
      isAwaited = false
      onActive?.(cell)
      update()
    }
  }
  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const controls = cellsOf(list).get(active.cell)?.length ?? 1
    const isRtl = getComputedStyle(list).direction === 'rtl'
    const place = placeAfterKey(event.key, active, { rows: rows(), controls, isRtl })
    if (!place) return
    event.preventDefault()
    move(place)
  }

  const observer = new MutationObserver(update)
  observer.observe(list, { childList: true, subtree: true })
  list.addEventListener('focusin', follow)
  list.addEventListener('keydown', press)
  // A link to an item continues there.
  active.cell = targetOf(list)
  update()
  return {
    focusCell: (cell: number) => move({ cell, control: 0 }),
    stop() {
      observer.disconnect()
      list.removeEventListener('focusin', follow)
      list.removeEventListener('keydown', press)
    },
  }
}

type Cells = Map<number, HTMLElement[]>

/** The rendered cells that have controls. */
function cellsOf(list: HTMLElement): Cells {
  const cells: Cells = new Map()
  for (const [at, cell] of [...list.children].entries()) {
    const controls = [...cell.querySelectorAll<HTMLElement>(CONTROLS)]
    const position = cell.getAttribute('aria-posinset')
    if (controls.length > 0) cells.set(position === null ? at : Number(position) - 1, controls)
  }
  return cells
}

const layoutOf = (list: HTMLElement): GridRows =>
  rowsOf([...list.children].map((cell) => Math.round(cell.getBoundingClientRect().top)))

/** Index of the item that the fragment of the address names; 0 if it names none. */
const targetOf = (list: HTMLElement) =>
  Math.max(
    0,
    [...list.children].findIndex((cell) => cell.querySelector(':target')),
  )
