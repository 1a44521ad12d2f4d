import { formatTried, parseTried, type TriedPlace } from '#lib/browser/try-address.ts'

/*
 * Tries the strip of a project (components/project/strip-view.tsx). Without scripts its radio buttons choose the page and the key
 * whose action is shown. This adds what they cannot: keys that open pages, the address, keys of the keyboard, and what is
 * read aloud. Nothing is created: the page contains all texts.
 */

const VIEW = '.strip-view'
const KEY = '.strip-device input'
const TAB = '.strip-tab input'

const all = (root: Element, selector: string) => [
  ...root.querySelectorAll<HTMLInputElement>(selector),
]
const tabsOf = (view: Element) => all(view, TAB)
const keysOf = (view: Element, page: number) => {
  const stage = view.querySelectorAll('.strip-stage')[page]
  return stage ? all(stage, KEY) : []
}
const wordsOf = (key: Element) => key.parentElement?.querySelector('small')

/** The page that was shown last: the number of a tab alone does not tell where the strip comes from. */
let page = 0

/** Page and key that are chosen. */
function chosenIn(view: Element): TriedPlace {
  const shown = Math.max(
    0,
    tabsOf(view).findIndex(({ checked }) => checked),
  )
  const key = keysOf(view, shown).findIndex(({ checked }) => checked)
  return { page: shown, key: key < 0 ? null : key }
}

/** Shows a page and a pressed key, if there are such. @returns the key. */
function choose(view: HTMLElement, place: TriedPlace): HTMLInputElement | undefined {
  const keys = keysOf(view, place.page)
  if (keys.length === 0) return undefined
  const tab = tabsOf(view)[place.page]
  if (tab) tab.checked = true
  slideTo(view, place.page)
  const pressed = place.key === null ? undefined : keys[place.key]
  for (const key of keys) key.checked = key === pressed
  return pressed
}

/** The strip comes from the side of its page. */
function slideTo(view: HTMLElement, next: number) {
  if (next !== page) view.dataset['slide'] = next > page ? 'next' : 'before'
  page = next
}

function announce(view: Element, text: string) {
  const status = view.querySelector('[role=status]')
  if (status) status.textContent = text
}

/** Writes what is tried into the address. A page that is opened is a step of its own, which Back undoes. */
function remember(place: TriedPlace, isStep: boolean) {
  // The preview of a form is a frame.
  if (parent !== window || location.hash === formatTried(place)) return
  try {
    if (isStep) history.pushState(null, '', formatTried(place))
    else history.replaceState(history.state, '', formatTried(place))
  } catch {
    // Browsers refuse more than a hundred changes in half a minute.
  }
}

function press(view: HTMLElement, key: HTMLInputElement) {
  const place = chosenIn(view)
  page = place.page
  remember(place, false)
  announce(view, wordsOf(key)?.textContent ?? '')
  const target = wordsOf(key)?.querySelector<HTMLElement>('[data-to]')?.dataset['to']
  const next = { page: Number(target), key: null }
  if (target === undefined || next.page === place.page) return
  choose(view, next)
  keysOf(view, next.page)[0]?.focus({ preventScroll: true })
  remember(next, true)
}

/** A tab was chosen, by arrow keys too. */
function open(view: HTMLElement) {
  const place = chosenIn(view)
  slideTo(view, place.page)
  remember(place, true)
}

function restore(view: HTMLElement, place: TriedPlace) {
  const key = choose(view, place)
  key?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  return key
}

const viewOf = (target: EventTarget | null, selector: string) =>
  target instanceof HTMLInputElement && target.matches(`${VIEW} ${selector}`)
    ? { input: target, view: target.closest<HTMLElement>(VIEW) }
    : { input: null, view: null }

document.addEventListener('click', ({ target }) => {
  const key = viewOf(target, KEY)
  if (key.view) press(key.view, key.input)
  const tab = viewOf(target, TAB)
  if (tab.view) open(tab.view)
})

document.addEventListener('keydown', (event) => {
  const { view, input } = viewOf(event.target, KEY)
  if (!view || event.altKey || event.ctrlKey || event.metaKey) return
  const keys = keysOf(view, chosenIn(view).page)
  const at = keys.indexOf(input)
  const last = keys.length - 1
  const next = new Map([
    ['ArrowRight', at < last ? at + 1 : 0],
    ['ArrowDown', at < last ? at + 1 : 0],
    ['ArrowLeft', at > 0 ? at - 1 : last],
    ['ArrowUp', at > 0 ? at - 1 : last],
    ['Home', 0],
    ['End', last],
  ]).get(event.key)
  if (next !== undefined) {
    // The focus moves without a press: a key may open another page.
    event.preventDefault()
    keys[next]?.focus()
  } else if (event.key === 'Enter') {
    event.preventDefault()
    if (!event.repeat) input.click()
  }
})

addEventListener('popstate', () => {
  const view = document.querySelector<HTMLElement>(VIEW)
  const place = location.hash === '' ? { page: 0, key: null } : parseTried(location.hash)
  if (!view || !place) return
  const key = restore(view, place)
  announce(view, (key && wordsOf(key)?.textContent) ?? '')
})

function start() {
  const view = document.querySelector<HTMLElement>(VIEW)
  if (!view) return
  const { input } = viewOf(document.activeElement, KEY)
  const place = parseTried(location.hash)
  page = chosenIn(view).page
  // Pressed before this ran. An arrow key of the browser also chooses, which is no press.
  if (input?.checked && !input.matches(':focus-visible')) press(view, input)
  else if (place) {
    // There is no slide to where the visitor begins.
    page = place.page
    restore(view, place)
    // Otherwise the browser restores where the page was left.
    const [entry] = performance.getEntriesByType('navigation')
    if (entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate') return
    const stage = view.querySelectorAll('.strip-stage')[chosenIn(view).page]
    stage?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
