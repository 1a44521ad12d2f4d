import { drawingUrl } from '#components/ui/drawing.tsx'
import type { DrawingRefusal, DrawingTone } from '#lib/contract/contents.ts'
import type { PlacedIcon } from './placed-icon.ts'

/**
 * Labels of the buttons, with `{name}` for the icon's name. `refused`: why a drawing is not shown,
 * by the backend's reason; `other` for unknown reasons.
 */
export type TileLabels = {
  copy: string
  download: string
  refused: Record<DrawingRefusal | 'other', string>
}

type Props = {
  icon: PlacedIcon
  labels: TileLabels
  /** Background, unless the drawing takes the text colour. */
  ground: DrawingTone
  /** Whether the list names the sheet, and the style sheet places its cells in order. */
  isInOrder?: boolean
}

/**
 * Content of an icon's tile: drawing, name, download and copy buttons. Few elements, since a pack
 * may have thousands. The section sets size and background (`--drawing`); the drawing is a part of
 * the sheet (`--sheet`), or an image of its own.
 */
export function IconTile({ icon, labels, ground, isInOrder = false }: Props) {
  const { name, url, tone, cell } = icon
  const why = refusalOf(icon, labels)
  const single = { '--sheet': drawingUrl(url) }
  const placed = cell && {
    '--sheet': drawingUrl(cell.url),
    '--column': cell.column,
    '--row': cell.row,
  }
  return (
    <>
      {why === undefined ? (
        <i
          className="icon-ground"
          data-tone={tone === 'mono' ? tone : ground}
          data-single={cell ? undefined : ''}
          style={isInOrder && cell ? undefined : (placed ?? single)}
        />
      ) : (
        <span>
          <small>{why}</small>
        </span>
      )}
      {why === undefined ? (
        <a href={url} download={`${name}.svg`} aria-label={labels.download.replace('{name}', name)}>
          {name}
        </a>
      ) : (
        <b>{name}</b>
      )}
      <button
        type="button"
        aria-label={labels.copy.replace('{name}', name)}
        className="needs-script"
      />
    </>
  )
}

/** Attributes of a tile. The title is not on the link, where it would be read after the label. */
export function tileProps(icon: PlacedIcon, labels: TileLabels) {
  const why = refusalOf(icon, labels)
  return {
    id: `icon-${icon.name}`,
    title: why === undefined ? icon.name : `${icon.name}: ${why}`,
  }
}

/** Why a drawing is not shown. */
function refusalOf({ refused }: PlacedIcon, { refused: labels }: TileLabels): string | undefined {
  if (!refused) return undefined
  return Object.entries(labels).find(([reason]) => reason === refused)?.[1] ?? labels.other
}
