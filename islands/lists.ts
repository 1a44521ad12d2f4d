import { isPlainClick } from '#lib/browser/is-plain-click.ts'
import { isRecord } from '#lib/browser/is-record.ts'
import { LIST_SHOWN } from '#lib/browser/page-events.ts'
import { readJson, writeText } from '#lib/browser/storage.ts'
import { LISTS_KEY, listOf } from '#lib/browser/list-address.ts'

/*
 * Lists stay as they were left, as if they had been kept alive: a link of the header or of a kind leads to the filters,
 * the loaded pages and the place where this tab left the list (decision 77). Back does the same by itself. Links on the list
 * itself lead where they say, so that its “All” removes everything.
 */

/** Where a list was left: its query, the offset from the top in pixels, and the path of the link that was followed. */
type Place = { query: string; top: number; link: string }
type Lists = {
  /** By the path of a list without its language. */
  places: Record<string, Place>
  /** List that is being returned to. */
  returning: string | null
}

const SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

const read = (): Lists => readJson(LISTS_KEY, parse, 'session') ?? { places: {}, returning: null }

function write(lists: Lists): void {
  const isEmpty = Object.keys(lists.places).length === 0
  writeText(LISTS_KEY, isEmpty ? null : JSON.stringify(lists), 'session')
}

function parse(value: unknown): Lists | null {
  if (!isRecord(value) || !isRecord(value['places'])) return null
  const { returning } = value
  const places: Lists['places'] = {}
  for (const [path, place] of Object.entries(value['places'])) {
    if (!isRecord(place)) continue
    const { query, top, link } = place
    if (typeof query !== 'string' || typeof top !== 'number' || typeof link !== 'string') continue
    places[path] = { query, top, link }
  }
  return { places, returning: typeof returning === 'string' ? returning : null }
}

/** Remembers how a list is left. Its beginning without filters is nothing to return to. */
function leave() {
  const path = listOf(location.pathname)
  if (!path) return
  const lists = read()
  const { activeElement } = document
  const link = activeElement instanceof HTMLAnchorElement ? activeElement.pathname : ''
  const place = { query: location.search, top: Math.round(scrollY), link }
  if (place.query === '' && place.top === 0) delete lists.places[path]
  else lists.places[path] = place
  write(lists)
}

/** Leads a plain link to a list to where it was left; for the click only, so that a new tab shows the list itself. */
function follow(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !isPlainClick(event) || link.target || link.origin !== location.origin) return
  const path = listOf(link.pathname)
  if (!path || link.search || link.hash || path === listOf(location.pathname)) return
  const lists = read()
  const place = lists.places[path]
  if (!place) return
  write({ ...lists, returning: path })
  const address = link.getAttribute('href') ?? ''
  link.search = place.query
  setTimeout(() => link.setAttribute('href', address))
}

/** Goes to the place where the list was left, if a link of `follow` led here. */
function restore() {
  const { places, returning } = read()
  const place = returning === null ? undefined : places[returning]
  if (!place || returning !== listOf(location.pathname)) return
  write({ places, returning: null })
  if (place.query !== location.search) return
  const go = () => scrollTo({ top: place.top, behavior: 'instant' })
  const followed = place.link && document.querySelector(`main a[href="${CSS.escape(place.link)}"]`)
  // Tab continues from here.
  if (followed) getSelection()?.collapse(followed, 0)
  go()
  if (document.readyState === 'complete') return
  // Style sheets and fonts may still be on their way.
  const settled = new AbortController()
  for (const type of SCROLLS)
    addEventListener(type, () => settled.abort(), { passive: true, once: true })
  addEventListener('load', go, { once: true, signal: settled.signal })
}

/**
 * Lets the cover of a card become that of the page it leads to, and back, where the browser supports it: the style sheet names the
 * one of the page (`.stage-pictures` in app/stage.css).
 */
function moveCover(transition: ViewTransition | null, address: string | null | undefined): void {
  if (!transition || !address) return
  const path = CSS.escape(new URL(address).pathname)
  const cover = document.querySelector(`.card a[href="${path}"]`)?.closest('.card')
  const picture = cover?.querySelector('img')
  if (!picture) return
  picture.style.setProperty('view-transition-name', 'cover')
  const reset = () => picture.style.removeProperty('view-transition-name')
  // It rejects where the browser ends the transition early.
  void transition.finished.then(reset, reset)
}

addEventListener('pageswap', ({ viewTransition, activation }) =>
  moveCover(viewTransition, activation?.entry.url),
)
addEventListener('pagereveal', ({ viewTransition }) =>
  moveCover(viewTransition, navigation.activation?.from?.url),
)
addEventListener('pagehide', leave)
addEventListener('click', follow, true)
addEventListener(LIST_SHOWN, restore)
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', restore)
else restore()
