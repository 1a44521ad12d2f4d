import { getLocale } from 'next-intl/server'
import { AnnounceResults } from '#components/ui/announce-results-client.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { type ListView, longerView, viewQuery } from '#lib/catalogue/view.ts'
import { type Kind, CATEGORIES, type Category } from '#lib/contract/kind.ts'
import { LIST_LIMIT_DEFAULT } from '#lib/contract/limits.ts'
import {
  type CardList,
  type Categories as Counted,
  filterSchema,
  SORT_DEFAULT,
  SORTS,
} from '#lib/contract/list.ts'
import { localePath } from '#lib/i18n/path.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { rangeText } from './count-texts.ts'
import { Filters } from './filters.tsx'
import { Grid } from './grid.tsx'
import { RememberKind } from './kind-memory-client.tsx'
import { FocusFirstNew, ShowMore } from './show-more-client.tsx'

const filterNames = filterSchema.keyof().options

type Props = {
  kind: Kind
  view: ListView
  list: CardList
  /** Categories that have projects under the other filters; `null` if the backend does not count them. */
  categories: Counted['items'] | null
}

/** List page of a kind: categories, filters, projects, pages. */
export async function List({ kind, view, list, categories }: Props) {
  const [t, kinds] = await getTexts('list', 'kind')
  const locale = await getLocale()
  const path = paths.list(kind)
  const longer = list.next && longerView(view)
  const count = t(list.total_is_estimate ? 'about' : 'count', { count: list.total })
  const range = await rangeText(list, view.after)
  const to = (target: ListView) => `${path}${viewQuery(target)}` as const
  const sort = view.sort ?? SORT_DEFAULT
  return (
    <div data-kind={kind}>
      <RememberKind kind={kind} />
      <div className="list-top">
        <div className="list-title">
          <span className="grid size-12 place-items-center rounded-card bg-accent-soft text-accent max-sm:hidden">
            <Icon name={kind} className="size-6" />
          </span>
          <h1 className="font-display text-xl font-bold sm:text-2xl">{kinds(`${kind}.many`)}</h1>
          <p className="text-content-muted tabular-nums max-sm:text-sm">{range ?? count}</p>
        </div>
        <Categories kind={kind} view={view} categories={categories} />
        <Filters
          author={list.author}
          path={path}
          sorts={SORTS}
          sort={sort}
          chosen={{ ...view, category: undefined }}
          extra={{ category: view.category }}
          without={(filter) => viewQuery({ ...view, [filter]: undefined, after: undefined })}
        />
        {sort === 'popular' && (
          <p className="text-xs text-content-faint max-sm:hidden">{t('popularHelp')}</p>
        )}
      </div>
      <div className="mt-3 sm:mt-5">
        {list.items.length === 0 ? (
          <Nothing kind={kind} isFiltered={filterNames.some((name) => view[name] !== undefined)} />
        ) : (
          <>
            <FocusFirstNew />
            <Grid
              projects={list.items}
              early
              isOneKind
              filters={view}
              mark={list.items.length - LIST_LIMIT_DEFAULT}
            />
          </>
        )}
      </div>
      <Pager
        labels={{ pages: t('pages'), first: t('first'), next: t('next') }}
        range={range}
        first={view.after ? to({ ...view, after: undefined }) : null}
        next={list.next ? to({ ...view, after: list.next }) : null}
        more={
          longer && (
            <ShowMore
              href={localePath(locale, to(longer))}
              shown={list.items.length}
              className={buttonClass({ variant: 'primary' })}
            >
              {t('more')}
            </ShowMore>
          )
        }
      />
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
  const [t, kinds] = await getTexts('list', 'kind')
  const href = isFiltered ? paths.list(kind) : paths.upload(kind)
  const state = isFiltered ? 'empty' : 'none'
  return (
    <EmptyState
      title={t(`${state}.title`, { title: kinds(`${kind}.inText`) })}
      text={t(`${state}.text`)}
    >
      <ButtonLink href={href} variant="secondary">
        {isFiltered ? t('empty.reset') : t('none.publish')}
      </ButtonLink>
    </EmptyState>
  )
}

/** Links to the categories of a list with their numbers of projects, and to all of them. */
async function Categories({ kind, view, categories: counted }: Omit<Props, 'list'>) {
  const [t, names] = await getTexts('list', 'category')
  const shown = CATEGORIES[kind].filter(
    (category) =>
      !counted || category === view.category || counted.some((one) => one.category === category),
  )
  const numberOf = (category: Category) => {
    if (!counted) return null
    const { count = 0, is_more = false } = counted.find((one) => one.category === category) ?? {}
    return is_more ? t('atLeast', { count }) : t('number', { count })
  }
  const isExact = counted?.every(({ is_more }) => !is_more) ?? false
  const total = counted?.reduce((sum, { count }) => sum + count, 0) ?? 0
  const chip = (name: string, number: string | null, category?: Category) => (
    <li key={category ?? ''}>
      <Link
        href={`${paths.list(kind)}${viewQuery({ ...view, category, after: undefined, limit: undefined })}`}
        aria-current={view.category === category ? 'true' : undefined}
      >
        {name} {number !== null && <span className="number">{number}</span>}
      </Link>
    </li>
  )
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('category')} data-router>
      <ul className="categories">
        {chip(t('all'), isExact ? t('number', { count: total }) : null)}
        {shown.map((category) => chip(names(category), numberOf(category), category))}
      </ul>
    </nav>
  )
}
