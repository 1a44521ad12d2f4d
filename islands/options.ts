import { drawingUrl } from '#lib/browser/drawing-url.ts'
import { piecesOf } from '#lib/search/pieces.ts'
import type { SuggestedIcon, SearchSuggestion } from '#lib/search/suggestion.ts'
import { element } from './element.ts'

const OPTION = { role: 'option', 'aria-selected': 'false', tabindex: -1 }
const ICON_OPTION =
  'grid size-11 place-items-center rounded-key border border-line bg-surface-0 hover:border-line-strong hover:bg-surface-2 aria-selected:bg-surface-2 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus'
const LINE_OPTION =
  'flex min-h-10 items-center gap-3 rounded-key px-2 py-1.5 text-sm hover:bg-surface-2 aria-selected:bg-surface-2 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus'

/** Option that leads to a project. */
export function projectOption(suggestion: SearchSuggestion): HTMLElement {
  const { href, title, lang, ranges, author, kind, kindName, image } = suggestion
  const pieces = piecesOf(title, ranges).map(({ text, marked }) =>
    marked ? element('mark', { class: 'rounded-sm bg-accent-soft text-accent' }, text) : text,
  )
  const picture = { ...image, alt: '', width: 64, height: 40 }
  return option(
    { href },
    element('img', {
      ...picture,
      class: 'h-10 w-16 shrink-0 rounded-sm bg-surface-2 object-cover',
    }),
    element(
      'span',
      { class: 'min-w-0 flex-1', 'data-kind': kind },
      element('bdi', { class: 'block truncate font-medium', lang, dir: 'auto' }, ...pieces),
      element('bdi', { class: 'block truncate text-xs text-content-muted', dir: 'auto' }, author),
    ),
    element('span', { class: 'shrink-0 text-xs text-accent', 'data-kind': kind }, kindName),
  )
}

/** Option that leads to an icon on the page of its pack: its drawing, as components/ui/drawing.tsx shows it. */
export function iconOption({ href, name, pack, src, tone }: SuggestedIcon): HTMLElement {
  const isMono = tone === 'mono'
  const drawing = isMono
    ? element('span', { class: 'drawing size-6' })
    : element('img', { src, alt: '', width: 24, height: 24, class: 'size-6 object-contain' })
  if (isMono) drawing.style.maskImage = drawingUrl(src)
  const label = `${name}, ${pack}`
  return element(
    'a',
    { ...OPTION, href, 'aria-label': label, title: label, class: ICON_OPTION },
    element('span', { class: 'icon-ground rounded-sm p-1.5', 'data-tone': tone }, drawing),
  )
}

/** Option that leads to the results of an earlier search. */
export const recentOption = (href: string, term: string): HTMLElement =>
  searchOption(href, element('bdi', { class: 'truncate', dir: 'auto' }, term))

/** Option that leads to all results of a term. */
export const allOption = (href: string, term: string, label: string): HTMLElement =>
  searchOption(
    href,
    element(
      'span',
      { class: 'truncate' },
      `${label} `,
      element('bdi', { class: 'font-medium' }, term),
    ),
  )

/** Results are shown in the page, where the framework runs (components/layout/navigation-client.tsx). */
const searchOption = (href: string, ...children: Node[]) =>
  option({ href, 'data-router': '' }, ...children)

const option = (attributes: Record<string, string>, ...children: Node[]) =>
  element('a', { ...attributes, ...OPTION, class: LINE_OPTION }, ...children)
