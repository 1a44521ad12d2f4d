import { getLocale } from 'next-intl/server'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { IconSearchResult } from '#lib/contract/search.ts'
import { localePath } from '#lib/i18n/path.ts'

/** Single icons, each leading to its pack with the icon marked there. */
export async function IconGrid({ items }: Pick<IconSearchResult, 'items'>) {
  const locale = await getLocale()
  return (
    <ul className="grid grid-cols-2 gap-3 min-[480px]:grid-cols-3 sm:grid-cols-4 lg:grid-cols-6">
      {items.map(({ name, url, project }) => (
        <li key={url} className="min-w-0">
          {/* A link as browsers know it: a page that is changed in place marks no target. */}
          <a
            href={localePath(
              locale,
              `/home/${KIND_TABLE.icon.path}/detail/${project.id}#icon-${name}`,
            )}
            className="flex h-full flex-col items-center gap-1 rounded-card border border-line bg-surface-1 p-4 text-center transition duration-150 hover:border-line-strong hover:bg-surface-2"
          >
            <img
              src={url}
              alt=""
              loading="lazy"
              decoding="async"
              width={40}
              height={40}
              data-drawing
              className="my-3 size-10 object-contain"
            />
            <span className="w-full truncate text-sm font-medium">{name}</span>
            <span className="w-full truncate text-xs text-content-muted" dir="auto">
              {project.title}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
