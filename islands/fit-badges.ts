import {
  fitOfBadge,
  pageFor,
  parseStoredSetup,
  type VisitorSetup,
  SETUP_EVENT,
  SETUP_KEY,
} from '#components/setup/setup.ts'
import { onStorageChange, readText } from '#lib/browser/storage.ts'

/** Attributes of a badge (components/setup/fit-badge.tsx). */
const REQUIREMENTS = ['data-systems', 'data-since', 'data-earlier']

let stored: VisitorSetup | null = null
/** The pages that links lead to without a setup. */
const pages = new WeakMap<Element, string>()

/** Fills all badges of the page, those that arrive later too. Only for who has entered a setup: a filter is none. */
export function showFitBadges(): void {
  const store = (text: string | null) => {
    stored = parseStoredSetup(text)
    show()
  }
  store(readText(SETUP_KEY))
  onStorageChange(SETUP_KEY, store)
  addEventListener(SETUP_EVENT, (event) => {
    if (event instanceof CustomEvent) store(typeof event.detail === 'string' ? event.detail : null)
  })
  // A badge that is up to date is left alone, so this does not cause itself.
  new MutationObserver(show).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: REQUIREMENTS,
  })
}

function show() {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-systems]')) fill(badge, stored)
}

function fill(badge: HTMLElement, setup: VisitorSetup | null) {
  const { since = '' } = badge.dataset
  const { fit, earlier } = setup ? fitOfBadge(setup, badge.dataset) : {}
  if (badge.dataset['earlier']) leadTo(badge, earlier)
  const text = fit ? labelOf(fit).replace('{version}', earlier || since) : ''
  if (fit) badge.dataset['fit'] = fit
  else delete badge.dataset['fit']
  if ((badge.lastChild?.textContent ?? '') === text) return
  badge.textContent = ''
  if (!fit) return
  const mark = document.createElement('span')
  mark.setAttribute('aria-hidden', 'true')
  mark.textContent = fit === 'fits' || earlier ? '✓' : '–'
  badge.append(mark, text)
}

/** Leads the card of a badge to an earlier version, or to the page of its project again. */
function leadTo(badge: HTMLElement, earlier: string | undefined) {
  const link = badge.closest('.card')?.querySelector('a')
  if (!link) return
  const page = pages.get(link) ?? link.getAttribute('href') ?? ''
  pages.set(link, page)
  link.setAttribute('href', pageFor(page, earlier))
}

/** The labels are in the page once (app/[locale]/layout.tsx). */
const labelOf = (fit: 'fits' | 'earlier' | 'os' | 'version') =>
  document.querySelector('main')?.getAttribute(`data-label-${fit}`) ?? ''
