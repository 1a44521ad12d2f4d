import { getTranslations } from 'next-intl/server'
import { Pager } from '#components/ui/pager.tsx'
import type { Path } from '#lib/paths.ts'

type Query = Record<string, string | undefined>
type Props<Filter extends Query> = {
  pageOf: (query: Filter & { after?: string }) => Path
  filter: Filter
  /** Cursor of this page; `undefined` on the first one. */
  after: unknown
  /** Cursor of the next page, if there is one. */
  next: string | number | null
}

/** The way on in a list that is read by cursors, and back to its beginning. */
export async function AfterPager<Filter extends Query>(props: Props<Filter>) {
  const { pageOf, filter, after, next } = props
  const t = await getTranslations('list')
  return (
    <Pager
      labels={{ pages: t('pages'), first: t('first'), next: t('next') }}
      first={after === undefined ? null : pageOf(filter)}
      next={next === null ? null : pageOf({ ...filter, after: String(next) })}
    />
  )
}
