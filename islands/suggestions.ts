import Combobox from '@github/combobox-nav'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'
import { endpoints } from '#lib/paths.ts'
import {
  readSuggestions,
  type Suggestions,
  parseRecent,
  withRecent,
} from '#lib/search/suggestion.ts'
import { element } from './element.ts'
import { allOption, iconOption, projectOption, recentOption } from './options.ts'
import { createStoredStore } from '#lib/browser/store.ts'

/** Time without a keystroke before suggestions are requested (docs/behaviour.md#search), in milliseconds. */
const DEBOUNCE_MS = 100
const NO_SUGGESTIONS: Suggestions = { items: [], icons: [], status: '' }

const PANEL =
  'absolute inset-x-0 top-full z-40 mt-2 overflow-hidden rounded-card border border-line-strong bg-surface-1 p-2 text-start shadow-raised'
const HEADING = 'px-2 py-1 text-xs font-semibold text-content-muted'
const ERASER =
  'mt-1 w-full cursor-pointer rounded-key px-2 py-1.5 text-start text-xs text-content-muted hover:bg-surface-2 hover:text-content'

const known = new WeakSet<Element>()
const none: readonly HTMLElement[] = []

/** Adds suggestions to a search box, once. @param target of a focus: anything but a search box is left alone. */
export function suggestFor(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || known.has(target)) return
  const place = target.form?.querySelector<HTMLElement>('[data-suggestions]')
  if (!place) return
  known.add(target)
  attach(target, place)
}

/**
 * Suggestions below a search box: a combobox with a listbox (ARIA Authoring Practices), its keys handled
 * by @github/combobox-nav. Shows recent searches before typing.
 * @param place empty element of the form; its data has the language, the address of searches and the
 *   labels (components/search/search-box-client.tsx).
 */
function attach(input: HTMLInputElement, place: HTMLElement): void {
  const { locale = '', action = '', all = '', suggestions = '', recent = '' } = place.dataset
  const { id, heading, list, eraser, panel, status } = addPanel(place)
  const combobox = new Combobox(input, list, { tabInsertsSuggestions: false })
  const drawn = createDrawing(place.dataset['icons'] ?? '')

  let isWanted = false
  let term = ''
  let found = NO_SUGGESTIONS
  /** The term of `found`: it is not requested again, which would reset the selected option. */
  let answered = ''
  let request = new AbortController()

  const searchFor = (query: string) => `${action}?${new URLSearchParams({ q: query })}`

  function setOptions(children: readonly HTMLElement[]) {
    list.replaceChildren(...children)
    const options = list.querySelectorAll('[role=option]')
    for (const [at, option] of options.entries()) option.id = `${id}-${at}`
    combobox.clearSelection()
  }
  /** Earlier searches, or projects found and a link to all. */
  function draw() {
    const isRecent = term === ''
    list.setAttribute('aria-label', isRecent ? recent : suggestions)
    heading.hidden = !isRecent
    eraser.hidden = !isRecent
    setOptions(
      isRecent
        ? recentStore.get().map((query) => recentOption(searchFor(query), query))
        : [...drawn(found), allOption(searchFor(term), term, all)],
    )
    open()
  }
  function open() {
    const isOpen = isWanted && (term !== '' || recentStore.get().length > 0)
    status.textContent = isOpen && term !== '' ? found.status : ''
    if (isOpen !== panel.hidden) return
    panel.hidden = !isOpen
    if (isOpen) combobox.start()
    else combobox.stop()
  }
  function close() {
    isWanted = false
    open()
  }
  function setTerm(next: string) {
    request.abort()
    if (next === '' && term !== '') {
      found = NO_SUGGESTIONS
      answered = ''
    }
    if (next !== term || next === '') {
      term = next
      draw()
    } else open()
    if (isWanted && term !== '' && term !== answered) requestSuggestions()
  }
  /** Requests suggestions once typing pauses. Those of the previous term stay until then; late answers are dropped. */
  function requestSuggestions() {
    request = new AbortController()
    const { signal } = request
    const wanted = term
    setTimeout(async () => {
      if (signal.aborted) return
      const next = await fetchSuggestions(wanted, locale, signal)
      if (signal.aborted) return
      answered = next === NO_SUGGESTIONS ? '' : wanted
      found = next
      draw()
    }, DEBOUNCE_MS)
  }

  // A navigation may have changed the term.
  const show = () => {
    isWanted = true
    setTerm(input.value.trim())
  }
  listen({ input, panel, list, show, close, term: () => term })
  eraser.addEventListener('click', () => {
    forgetRecent()
    input.focus()
  })
  recentStore.subscribe(() => {
    if (term === '') draw()
  })
  // Loaded while the box has the focus; the visitor may have typed meanwhile.
  if (document.activeElement === input) show()
}

/** The panel below a search box, which is hidden, and its status for screen readers. */
function addPanel(place: HTMLElement) {
  const { recent = '', erase = '' } = place.dataset
  const id = `${place.id}-list`
  const heading = element('p', { class: HEADING }, recent)
  const list = element('div', { id, role: 'listbox' })
  const eraser = element('button', { type: 'button', class: ERASER }, erase)
  const panel = element('div', { class: PANEL, hidden: '' }, heading, list, eraser)
  const status = element('p', { role: 'status', class: 'sr-only' })
  place.append(panel, status)
  return { id, heading, list, eraser, panel, status }
}

/** Options of the last answer, drawn once: while typing goes on, only the one for all results changes. */
function createDrawing(label: string) {
  let projects = { of: NO_SUGGESTIONS, lines: none, icons: none }
  return (of: Suggestions): readonly HTMLElement[] => {
    if (projects.of !== of) {
      projects = { of, lines: of.items.map(projectOption), icons: of.icons.map(iconOption) }
    }
    const group = {
      role: 'group',
      'aria-label': label,
      class: 'flex flex-wrap gap-1.5 px-2 py-1.5',
    }
    return projects.icons.length === 0
      ? projects.lines
      : [...projects.lines, element('div', group, ...projects.icons)]
  }
}

type Box = {
  input: HTMLInputElement
  panel: HTMLElement
  list: HTMLElement
  show: () => void
  close: () => void
  term: () => string
}

/** What the visitor does opens and closes the panel. */
function listen({ input, panel, list, show, close, term }: Box): void {
  input.addEventListener('focus', show)
  input.addEventListener('click', show)
  input.addEventListener('input', show)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && panel.hidden) show()
    if (event.key !== 'Escape' || panel.hidden) return
    // Before the browser clears the box: the first Escape only closes the list.
    event.preventDefault()
    close()
  })
  input.form?.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && input.form?.contains(relatedTarget))) close()
  })
  input.form?.addEventListener('submit', () => {
    const sent = input.value.trim()
    if (sent) rememberTerm(sent)
    close()
  })
  // The focus stays in the box.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlainClick(event)) return
    const query = new URLSearchParams(link.search).get('q') ?? term()
    if (query) rememberTerm(query)
    close()
    input.blur()
  })
}

const fetchSuggestions = async (
  q: string,
  locale: string,
  signal: AbortSignal,
): Promise<Suggestions> =>
  fetch(endpoints.suggestions({ q, locale }), { signal })
    .then(readSuggestions)
    .catch(() => NO_SUGGESTIONS)

/** Terms of the last searches in this browser, the latest first. */
const recentStore = createStoredStore<string[]>([], {
  key: 'recent-searches',
  parse: parseRecent,
  format: (terms) => (terms.length === 0 ? null : JSON.stringify(terms)),
})

const rememberTerm = (term: string) => recentStore.set(withRecent(recentStore.get(), term))

const forgetRecent = () => recentStore.set([])
