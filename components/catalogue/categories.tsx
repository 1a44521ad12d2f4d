import { getTranslations } from 'next-intl/server'
import { Link } from '#components/ui/link.tsx'
import { type ListView, viewQuery } from '#lib/catalogue/view.ts'
import { CATEGORIES, type Category, type Kind } from '#lib/contract/kind.ts'
import type { Categories as Counted } from '#lib/contract/list.ts'
import { pages } from '#lib/paths.ts'

type Props = {
  kind: Kind
  view: ListView
  /** Categories that have projects under the other filters; `null` if the backend does not count them. */
  counted: Counted['items'] | null
}

/** Links to the categories of a list with their numbers of projects, and to all of them. */
export async function Categories({ kind, view, counted }: Props) {
  const [t, names] = await Promise.all([getTranslations('list'), getTranslations('category')])
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
        href={`${pages.list(kind)}${viewQuery({ ...view, category, after: undefined, limit: undefined })}`}
        aria-current={view.category === category ? 'true' : undefined}
      >
        {name} {number !== null && <span className="number">{number}</span>}
      </Link>
    </li>
  )
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('category')} data-router className="mb-5">
      <ul className="categories">
        {chip(t('all'), isExact ? t('number', { count: total }) : null)}
        {shown.map((category) => chip(names(category), numberOf(category), category))}
      </ul>
    </nav>
  )
}
