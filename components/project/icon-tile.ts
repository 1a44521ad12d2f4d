import { drawingUrl } from '#lib/browser/drawing-url.ts'
import type { DrawingTone } from '#lib/contract/file/contents.ts'
import { lossesOf, type MarkLabels, refusalOf } from './drawing-mark.ts'
import { fullName } from './icon-matches.ts'
import { storableName } from '#lib/text/file-name.ts'
import type { PlacedIcon } from './placed-icon.ts'

/** Labels of the buttons, with `{name}` for the icon's name, and of what is wrong with drawings. */
export type TileLabels = MarkLabels & { copy: string; download: string }

type Options = {
  labels: TileLabels
  /** Background, unless the drawing takes the text colour. */
  ground: DrawingTone
  /** Whether the list names the sheet, and the style sheet places its cells in order. */
  isInOrder?: boolean
}

/** Tiles of icons as list items. */
export const tilesHtml = (icons: readonly PlacedIcon[], options: Options): string =>
  icons
    .map((icon) => {
      const { id, title } = tileProps(icon, options.labels)
      // That of an id is set where it is pointed at (pack-browser-client.tsx).
      const shown = title === icon.name ? undefined : title
      return `<li${attributes({ id, title: shown })}>${tileHtml(icon, options)}</li>`
    })
    .join('')

/**
 * Content of an icon's tile as HTML: drawing, name, download and copy buttons; of a simplified drawing a mark that opens over the
 * tile and names what is missing. A string, since a page has
 * up to 120 tiles, and elements of the framework are rendered and sent twice. The section sets size and
 * background (`--drawing`); the drawing is a part of the sheet (`--sheet`), or an image of its own.
 */
export function tileHtml(icon: PlacedIcon, { labels, ground, isInOrder = false }: Options): string {
  const { name, label, url, tone, cell } = icon
  const stored = storableName(`${name}.svg`)
  const copy = attributes({ 'aria-label': labels.copy.replace('{name}', () => fullName(icon)) })
  const button = `<button type="button" class="needs-script"${copy}></button>`
  const direction = attributes({ dir: label ? 'auto' : undefined })
  const why = refusalOf(icon, labels)
  if (why !== undefined) {
    return `<span><small>${escape(why)}</small></span><b${direction}>${escape(label ?? name)}</b>${button}`
  }
  const sheet = `--sheet:${drawingUrl(cell?.url ?? url)}`
  const style = cell ? `${sheet};--column:${cell.column};--row:${cell.row}` : sheet
  const drawing = attributes({
    class: 'icon-ground',
    'data-tone': tone === 'mono' ? tone : ground,
    'data-single': cell ? undefined : '',
    style: cell && isInOrder ? undefined : style,
  })
  const link = attributes({
    href: url,
    // The end of the address is the name of the file, unless another backend has its own, or Windows takes it for a device.
    download: nameOf(url) === stored ? '' : stored,
    'aria-label': labels.download.replace('{name}', () => label ?? name),
  })
  return `<i${drawing}></i>${markHtml(icon, labels)}<a${link}${direction}>${escape(label ?? name)}</a>${button}`
}

/** The name that an address is saved under: its end without the version (`sun.1.svg`), as the answer names it. */
const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1).replace(/\.\d+(?=\.svg$)/, '')

/** A disclosure, so that keyboards, touch and screen readers reach it also without scripts. */
function markHtml(icon: PlacedIcon, labels: TileLabels): string {
  const mark = lossesOf(icon, labels)
  if (mark === undefined) return ''
  const label = attributes({ 'aria-label': `${icon.label ?? icon.name}: ${mark}` })
  return `<details><summary${label}></summary><p>${escape(mark)}</p></details>`
}

/** Attributes of a tile. The title is not on the link, where it would be read after the label. */
export function tileProps(icon: PlacedIcon, labels: TileLabels) {
  const why = refusalOf(icon, labels) ?? lossesOf(icon, labels)
  return {
    id: `icon-${icon.name}`,
    title: why === undefined ? fullName(icon) : `${fullName(icon)}: ${why}`,
  }
}

const attributes = (values: Record<string, string | undefined>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escape(value)}"`))
    .join('')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
