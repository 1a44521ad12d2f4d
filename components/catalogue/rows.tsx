import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import type { KindRow } from '#lib/catalogue/home.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { pages } from '#lib/paths.ts'
import { Grid } from './grid.tsx'

type Props = { featured: ListedProject[]; rows: KindRow[] }

const forScreenReaders = (text: ReactNode) => <span className="sr-only">{text}</span>

/** Rows of the home page: what the operator features, then what is popular of each kind. */
export async function Rows({ featured, rows }: Props) {
  const [t, list, kinds] = await Promise.all([
    getTranslations('home'),
    getTranslations('list'),
    getTranslations('kind'),
  ])
  const hasDemo = rows.some(({ projects }) => projects.some(({ demo }) => demo))
  const isFirst = featured.length === 0
  return (
    <>
      {featured.length > 0 && (
        <section aria-labelledby="featured" className="mt-10">
          <h2 id="featured" className="mb-4 font-display text-xl font-bold">
            {t('featured')}
          </h2>
          <Grid projects={featured} early shelf level={3} />
        </section>
      )}
      {rows.length > 0 && (
        <section aria-labelledby="popular" className="mt-14">
          <h2 id="popular" className="font-display text-xl font-bold">
            {t('popular')}
          </h2>
          <p className="mt-1 text-sm text-pretty text-content-muted">
            {list('popularHelp')} {hasDemo && t('demo')}
          </p>
          {rows.map(({ kind, projects }, at) => (
            <section
              key={kind}
              data-kind={kind}
              aria-labelledby={`row-${kind}`}
              className="mt-7 not-first-of-type:mt-10"
            >
              <div className="mb-3 flex items-center gap-3">
                <span className="grid size-8 shrink-0 place-items-center rounded-key bg-accent-soft text-accent">
                  <Icon name={kind} />
                </span>
                <h3 id={`row-${kind}`} className="min-w-0 font-display text-lg font-semibold">
                  {kinds(`${kind}.many`)}
                </h3>
                <Link
                  href={pages.list(kind)}
                  className="ms-auto flex min-h-11 shrink-0 items-center gap-1.5 text-sm text-accent hover:underline"
                >
                  <span>{t.rich('all', { kind, hidden: forScreenReaders })}</span>
                  <Icon name="arrow-right" className="rtl:-scale-x-100" />
                </Link>
              </div>
              <Grid projects={projects} early={isFirst && at === 0} shelf isOneKind level={4} />
            </section>
          ))}
        </section>
      )}
    </>
  )
}
