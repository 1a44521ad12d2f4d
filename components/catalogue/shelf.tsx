import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Kind } from '#lib/contract/kind.ts'
import { type Sort, SORT_DEFAULT } from '#lib/contract/list.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { pages } from '#lib/paths.ts'
import { Grid } from './grid.tsx'

type Props = { kind: Kind; shelves: { sort: Sort; projects: ListedProject[] }[]; early?: boolean }

/** Section of a kind on the home page: popular and new projects. */
export async function Shelf({ kind, shelves, early = false }: Props) {
  const [t, kinds] = await Promise.all([getTranslations('home'), getTranslations('kind')])
  return (
    <section data-kind={kind} aria-labelledby={`shelf-${kind}`} className="mt-16">
      <div className="flex items-center gap-3">
        <span className="grid size-10 place-items-center rounded-key bg-accent-soft text-accent">
          <Icon name={kind} className="size-5" />
        </span>
        <h2 id={`shelf-${kind}`} className="font-display text-xl font-bold">
          {kinds(`${kind}.many`)}
        </h2>
      </div>
      {shelves.map(({ sort, projects }) => (
        <div key={sort} className="mt-6">
          <div className="mb-3 flex items-baseline justify-between gap-4">
            <h3 className="text-sm font-semibold text-content-muted">
              <span className="sr-only">{kinds(`${kind}.many`)}, </span>
              {t(`sort.${sort}`)}
            </h3>
            <Link
              href={pages.list(kind, { sort: sort === SORT_DEFAULT ? null : sort })}
              className="flex items-center gap-1.5 py-1 text-sm text-accent hover:underline"
            >
              {t('all')}{' '}
              <span className="sr-only">
                {kinds(`${kind}.many`)}, {t(`sort.${sort}`)}
              </span>
              <Icon name="arrow-right" className="rtl:-scale-x-100" />
            </Link>
          </div>
          <Grid projects={projects} early={early && sort === 'popular'} level={4} />
        </div>
      ))}
    </section>
  )
}
