import type { Path } from '#lib/paths.ts'
import { Icon } from './icons.tsx'
import { Link } from './link.tsx'

type Props = { label: string; items: { name: string; lang?: string; path: Path }[] }

/** Breadcrumb; the last entry is the page itself. */
export function Breadcrumb({ label, items }: Props) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-content-muted">
        {items.map((item, at) => (
          <li key={item.name} className="flex min-w-0 items-center gap-1.5">
            {at > 0 && (
              <Icon name="chevron-right" className="size-3.5 text-content-faint rtl:-scale-x-100" />
            )}
            {at === items.length - 1 ? (
              <span aria-current="page" className="max-w-64 truncate" lang={item.lang} dir="auto">
                {item.name}
              </span>
            ) : (
              <Link href={item.path} className="py-1 hover:text-content hover:underline">
                {item.name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
