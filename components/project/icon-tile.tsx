import type { PackIcon } from '#lib/contract/search.ts'

/** What its buttons are called; `{name}` is the icon's. */
export type TileWords = { copy: string; download: string }

type Props = { icon: PackIcon; words: TileWords; isMarked?: boolean }

/**
 * An icon of a pack: its picture and name, and the ways to take either. Of few elements, since there
 * may be thousands. The size of the picture and the ground are the section's to say (`--drawing`).
 */
export function IconTile({ icon: { name, url }, words, isMarked = false }: Props) {
  return (
    <div
      id={`icon-${name}`}
      data-marked={isMarked || undefined}
      className="group/tile relative flex min-w-0 scroll-mt-28 flex-col overflow-hidden rounded-key border border-line bg-surface-1 target:border-accent target:outline-2 target:outline-accent data-marked:border-accent data-marked:outline-2 data-marked:outline-accent"
    >
      <span className="icon-ground grid place-items-center p-4">
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          width={28}
          height={28}
          data-drawing
          className="size-[var(--drawing)] object-contain"
        />
      </span>
      <a
        href={url}
        download={`${name}.svg`}
        title={name}
        aria-label={words.download.replace('{name}', name)}
        className="truncate px-2 py-1.5 text-center text-xs text-content-muted hover:text-content hover:underline"
      >
        {name}
      </a>
      <button
        type="button"
        data-copy={name}
        aria-label={words.copy.replace('{name}', name)}
        className="needs-script copy-glyph absolute top-1 right-1 size-7 cursor-pointer rounded-sm bg-surface-2 text-content-muted opacity-0 group-hover/tile:opacity-100 hover:text-content focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
      />
    </div>
  )
}
