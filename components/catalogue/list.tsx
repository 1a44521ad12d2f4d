import { getLocale, getTranslations } from 'next-intl/server'
import { AnnounceResults } from '#components/ui/announce-results-client.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { type ListView, longerView, viewQuery } from '#lib/catalogue/view.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { type CardList, filterSchema, SORT_DEFAULT, SORTS } from '#lib/contract/list.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { Filters } from './filters.tsx'
import { Grid } from './grid.tsx'
import { RememberKind } from './kind-memory-client.tsx'
import { FocusFirstNew, ShowMore } from './show-more-client.tsx'

const filterNames = filterSchema.keyof().options

type Props = { kind: Kind; view: ListView; list: CardList }

/** List page of a kind: filters, projects, pagination. */
export async function List({ kind, view, list }: Props) {
  const [t, kinds, locale] = await Promise.all([
    getTranslations('list'),
    getTranslations('kind'),
    getLocale(),
  ])
  const path = pages.list(kind)
  const longer = list.next && longerView(view)
  const count = t(list.total_is_estimate ? 'about' : 'count', { count: list.total })
  return (
    <div data-kind={kind} className="pt-4">
      <RememberKind kind={kind} />
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="grid size-12 place-items-center rounded-card bg-accent-soft text-accent">
          <Icon name={kind} className="size-6" />
        </span>
        <h1 className="font-display text-2xl font-bold">{kinds(`${kind}.many`)}</h1>
        <p className="text-content-muted tabular-nums">{count}</p>
      </div>
      <Filters
        path={path}
        kind={kind}
        sorts={SORTS}
        sort={view.sort ?? SORT_DEFAULT}
        chosen={view}
        without={(filter) => viewQuery({ ...view, [filter]: undefined, after: undefined })}
      />
      <div className="mt-8">
        {list.items.length === 0 ? (
          <Nothing kind={kind} isFiltered={filterNames.some((name) => view[name] !== undefined)} />
        ) : (
          <>
            <FocusFirstNew />
            <Grid projects={list.items} early />
          </>
        )}
      </div>
      {(view.after || list.next) && (
        <nav aria-label={t('pages')} className="mt-10 flex flex-wrap justify-center gap-3">
          {longer && (
            <ShowMore
              href={localePath(locale, `${path}${viewQuery(longer)}`)}
              shown={list.items.length}
              className={buttonClass({ variant: 'primary' })}
            >
              {t('more')}
            </ShowMore>
          )}
          {view.after && (
            <Link
              href={`${path}${viewQuery({ ...view, after: undefined })}`}
              className={buttonClass({ variant: 'secondary' })}
            >
              {t('first')}
            </Link>
          )}
          {list.next && (
            <Link
              rel="next"
              href={`${path}${viewQuery({ ...view, after: list.next })}`}
              className={buttonClass({ variant: longer ? 'secondary' : 'primary' })}
            >
              {t('next')} <Icon name="arrow-right" className="rtl:-scale-x-100" />
            </Link>
          )}
        </nav>
      )}
      <AnnounceResults
        view={viewQuery(view)}
        text={list.next ? t('shown', { total: count, count: list.items.length }) : count}
      />
    </div>
  )
}

type NothingProps = { kind: Kind; isFiltered: boolean }

/** Empty state: no match for the filters, or no project of the kind yet. */
async function Nothing({ kind, isFiltered }: NothingProps) {
  const [t, kinds] = await Promise.all([getTranslations('list'), getTranslations('kind')])
  const href = isFiltered ? pages.list(kind) : pages.upload(kind)
  const state = isFiltered ? 'empty' : 'none'
  return (
    <EmptyState
      title={t(`${state}.title`, { title: kinds(`${kind}.inText`) })}
      text={t(`${state}.text`)}
    >
      <Link href={href} className={buttonClass({ variant: 'secondary' })}>
        {isFiltered ? t('empty.reset') : t('none.publish')}
      </Link>
    </EmptyState>
  )
}
