import Image from 'next/image'
import { getTranslations } from 'next-intl/server'
import type { PackIcon } from '#lib/contract/search.ts'

/** More would make the page heavy; the rest is in the download. */
const SHOWN_MAX = 300

/**
 * The icons of a pack, as pictures and never as markup: they are somebody's SVG. Each has an address
 * of its own (`#icon-cloud`), to which single icons that were searched for lead.
 */
export async function PackIcons({ icons }: { icons: PackIcon[] }) {
  const t = await getTranslations('detail')
  const shown = icons.slice(0, SHOWN_MAX)
  return (
    <section aria-labelledby="icons">
      <h2 id="icons" className="mb-4 font-display text-lg font-semibold">
        {t('icons.title')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {shown.map(({ name, url }) => (
          <li
            key={name}
            id={`icon-${name}`}
            className="flex min-w-0 scroll-mt-28 flex-col items-center gap-2 rounded-key border border-line bg-surface-1 px-2 pt-4 pb-2 target:border-accent target:bg-accent-soft target:outline-2 target:outline-accent"
          >
            <Image
              unoptimized
              src={url}
              alt=""
              width={28}
              height={28}
              data-drawing
              className="size-7 object-contain"
            />
            <span className="w-full truncate text-center text-xs text-content-muted" title={name}>
              {name}
            </span>
          </li>
        ))}
      </ul>
      {icons.length > SHOWN_MAX && (
        <p className="mt-4 text-sm text-content-muted">
          {t('icons.more', { count: icons.length - SHOWN_MAX })}
        </p>
      )}
    </section>
  )
}
