import { drawingUrl } from '#lib/browser/drawing-url.ts'
import { type CollectedStrip, parseStrip, STRIP_KEY } from '#lib/browser/collected-strip.ts'
import { RUN_SCRIPTS, STRIP_CHANGED } from '#lib/browser/page-events.ts'
import { onStorageChange, readText } from '#lib/browser/storage.ts'
import { paths } from '#lib/paths.ts'
import { element } from './element.ts'

/** Keys that the bar draws, beside the number of all. */
const SHOWN = 24

/**
 * The strip that the visitor builds, at the foot of the window, as a link to its page. Nothing is there without one. The head of the
 * page has reserved its place (`data-strip`, islands/head-script.ts).
 */
export function showStrip(): void {
  draw(parseStrip(readText(STRIP_KEY)))
  onStorageChange(STRIP_KEY, (text) => draw(parseStrip(text)))
  addEventListener(STRIP_CHANGED, () => draw(parseStrip(readText(STRIP_KEY))))
}

function draw({ keys, text, href }: CollectedStrip): void {
  document.querySelector('.strip-bar')?.remove()
  const root = document.documentElement
  if (keys.length === 0) delete root.dataset['strip']
  else root.dataset['strip'] = ''
  if (keys.length === 0) return
  // Its own page shows all of it, by scripts alone.
  if (location.pathname.endsWith(paths.strip)) {
    dispatchEvent(new Event(RUN_SCRIPTS))
    return
  }
  const bar = element('a', { href })
  for (const key of keys.slice(-SHOWN)) {
    const drawing = element('i', { 'data-mono': String(key.isMono) })
    drawing.style.setProperty('--icon', drawingUrl(key.url))
    bar.append(drawing)
  }
  const name = text.replace('{count}', String(keys.length))
  bar.append(element('b', {}, name))
  document.body.append(element('nav', { class: 'strip-bar', 'aria-label': name }, bar))
}
