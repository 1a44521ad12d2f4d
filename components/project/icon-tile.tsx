import type { DrawingRefusal, DrawingTone } from '#lib/contract/inside.ts'
import type { PackIcon } from '#lib/contract/search.ts'
import { Drawing } from '#components/ui/drawing.tsx'

/**
 * What its buttons are called; `{name}` is the icon's. `refused`: why a drawing is not shown, by the
 * reason that the backend gives, with `other` for those that have no words.
 */
export type TileWords = {
  copy: string
  download: string
  refused: Record<DrawingRefusal | 'other', string>
}

type Props = {
  icon: PackIcon
  words: TileWords
  /** What it lies on unless it takes the text's colour. */
  ground: DrawingTone
  isMarked?: boolean
}

/**
 * An icon of a pack: its picture and name, and the ways to take either. Of few elements, since there
 * may be thousands. The size of the picture and the ground are the section's to say (`--drawing`).
 */
export function IconTile({
  icon: { name, url, refused, tone },
  words,
  ground,
  isMarked = false,
}: Props) {
  const why = refused ? reasonOf(refused, words) : undefined
  return (
    <div
      id={`icon-${name}`}
      data-marked={isMarked || undefined}
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
          title={name}
          aria-label={words.download.replace('{name}', name)}
          className="truncate px-2 py-1.5 text-center text-xs text-content-muted hover:text-content hover:underline"
        >
          {name}
        </a>
      ) : (
        <span
          title={`${name}: ${why}`}
          className="truncate px-2 py-1.5 text-center text-xs text-content-muted"
        >
          {name}
        </span>
      )}
      <button
        type="button"
        data-copy={name}
        aria-label={words.copy.replace('{name}', name)}
        className="needs-script copy-glyph absolute top-1 right-1 size-7 cursor-pointer rounded-sm bg-surface-2 text-content-muted opacity-0 group-hover/tile:opacity-100 hover:text-content focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
      />
    </div>
  )
}

function reasonOf(refused: string, { refused: words }: TileWords): string {
  return Object.entries(words).find(([reason]) => reason === refused)?.[1] ?? words.other
}
