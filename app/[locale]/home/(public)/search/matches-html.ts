import { html as escaped } from 'hono/html'
import type { CardExtras, Markup } from '#components/catalogue/card.ts'
import { drawingUrl } from '#lib/browser/drawing-url.ts'
import { langOf } from '#lib/contract/language.ts'
import type { Matches, TextRange } from '#lib/contract/search.ts'
import type { FoundCard } from '#lib/search/server.ts'
import { piecesOf } from '#lib/search/pieces.ts'

/**
 * What a card shows of the matches: those in the title, or the reason for a match outside of it, icons of that name, drawn, or a passage
 * of the text.
 * @param iconsLabel stands in front of the names of icons.
 */
export function matchesHtml(project: FoundCard, iconsLabel: string): CardExtras {
  const { matches } = project
  if (!matches) return {}
  const { title, snippet, icons } = matches
  const marked = markedHtml(project.title, title)
  if (icons.length > 0) return { title: marked, note: iconsHtml(matches, iconsLabel) }
  if (!snippet || title.length > 0) return { title: marked }
  const text = markedHtml(snippet.text, snippet.ranges)
  const note = escaped`<p class="line-clamp-2 text-sm break-words text-content-muted" lang="${langOf(project)}" dir="auto">${text}</p>`
  return { title: marked, note }
}

function iconsHtml({ icons, drawings = [] }: Matches, label: string): Markup {
  const drawn = drawings.filter(({ refused }) => !refused)
  const labels = new Map(drawings.map((icon) => [icon.name, icon.label ?? icon.name]))
  const names = icons.map((name) => escaped`<bdi>${labels.get(name) ?? name}</bdi>`)
  const named = escaped`<span class="${drawn.length > 0 ? 'sr-only' : 'truncate'}">${label} ${names.flatMap((name, at) => (at === 0 ? [name] : [', ', name]))}</span>`
  return escaped`<p class="matched-icons">${named}${drawn.map(drawingHtml)}</p>`
}

/** As an image or a mask, never as markup (components/ui/drawing.tsx). */
function drawingHtml({ name, label, url, tone }: NonNullable<Matches['drawings']>[number]): Markup {
  const drawing =
    tone === 'mono'
      ? escaped`<span aria-hidden="true" class="drawing size-6" style="mask-image:${drawingUrl(url)}"></span>`
      : escaped`<img src="${url}" alt="" loading="lazy" decoding="async" width="28" height="28" class="size-6 object-contain"/>`
  return escaped`<span title="${label ?? name}" data-tone="${tone ?? 'dark'}" class="icon-ground">${drawing}</span>`
}

/** A text with its matches highlighted. */
const markedHtml = (text: string, ranges: readonly TextRange[]): Markup =>
  escaped`${piecesOf(text, ranges).map(({ text: piece, marked }) =>
    marked ? escaped`<mark class="rounded-sm bg-accent-soft text-accent">${piece}</mark>` : piece,
  )}`
