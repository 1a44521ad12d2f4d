import { getLocale, getTranslations } from 'next-intl/server'
import { Drawing } from '#components/ui/drawing.tsx'
import { DRAWING_REFUSALS } from '#lib/contract/inside.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { IconSearchResult } from '#lib/contract/search.ts'
import { localePath } from '#lib/i18n/path.ts'

/** Single icons, each leading to its pack with the icon marked there. */
export async function IconGrid({ items }: Pick<IconSearchResult, 'items'>) {
  const [locale, why] = await Promise.all([getLocale(), getTranslations('detail.icons.refused')])
  return (
    <ul className="grid grid-cols-2 gap-3 min-[480px]:grid-cols-3 sm:grid-cols-4 lg:grid-cols-6">
      {items.map(({ name, url, refused, tone, project }) => (
        <li key={url} className="min-w-0">
          {/* A link as browsers know it: a page that is changed in place marks no target. */}
          <a
            href={localePath(
              locale,
              `/home/${KIND_TABLE.icon.path}/detail/${project.id}#icon-${name}`,
            )}
            className="flex h-full flex-col items-center gap-1 rounded-card border border-line bg-surface-1 p-4 text-center transition duration-150 hover:border-line-strong hover:bg-surface-2"
          >
            {refused ? (
              <span className="line-clamp-4 grid h-16 w-full place-items-center text-xs leading-tight text-content-muted [overflow-wrap:anywhere]">
                {why(DRAWING_REFUSALS.find((one) => one === refused) ?? 'other')}
              </span>
            ) : (
              <span className="icon-ground rounded-key p-3" data-tone={tone ?? 'dark'}>
                <Drawing url={url} isMono={tone === 'mono'} className="size-10" />
              </span>
            )}
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
