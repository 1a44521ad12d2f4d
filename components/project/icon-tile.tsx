import type { DrawingRefusal, DrawingTone } from '#lib/contract/contents.ts'
import type { PackIcon } from '#lib/contract/search.ts'
import { Drawing } from '#components/ui/drawing.tsx'

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
  icon: PackIcon
  labels: TileLabels
  /** Background, unless the drawing takes the text colour. */
  ground: DrawingTone
  isMarked?: boolean
}

/**
 * Tile of an icon: drawing, name, download and copy buttons. Few elements, since a pack may have
 * thousands. The section sets size and background (`--drawing`).
 */
export function IconTile({
  icon: { name, url, refused, tone },
  labels,
  ground,
  isMarked = false,
}: Props) {
  const why = refused ? reasonOf(refused, labels) : undefined
  return (
    <div
      id={`icon-${name}`}
      data-marked={isMarked || undefined}
      // On the tile, not on the link, where it would be read after the label.
      title={why === undefined ? name : `${name}: ${why}`}
      className="group/tile relative flex min-w-0 scroll-mt-28 flex-col overflow-hidden rounded-key border border-line bg-surface-1 target:border-accent target:outline-2 target:outline-accent data-marked:border-accent data-marked:outline-2 data-marked:outline-accent"
    >
      {why === undefined ? (
        <span
          className="icon-ground grid place-items-center p-4"
          data-tone={tone === 'mono' ? tone : ground}
        >
          <Drawing url={url} isMono={tone === 'mono'} className="size-[var(--drawing)]" />
        </span>
      ) : (
        <span className="grid h-[calc(var(--drawing)+2rem)] place-items-center px-1.5">
          <span className="line-clamp-4 text-center text-[0.6875rem] leading-tight [overflow-wrap:anywhere] text-content-muted">
            {why}
          </span>
        </span>
      )}
      {why === undefined ? (
        <a
          href={url}
          download={`${name}.svg`}
          aria-label={labels.download.replace('{name}', name)}
          className="truncate px-2 py-1.5 text-center text-xs text-content-muted hover:text-content hover:underline"
        >
          {name}
        </a>
      ) : (
        <span className="truncate px-2 py-1.5 text-center text-xs text-content-muted">{name}</span>
      )}
      <button
        type="button"
        data-copy={name}
        aria-label={labels.copy.replace('{name}', name)}
        className="needs-script copy-glyph absolute top-1 end-1 size-7 cursor-pointer rounded-sm bg-surface-2 text-content-muted opacity-0 group-hover/tile:opacity-100 hover:text-content focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
      />
    </div>
  )
}

function reasonOf(refused: string, { refused: labels }: TileLabels): string {
  return Object.entries(labels).find(([reason]) => reason === refused)?.[1] ?? labels.other
}
