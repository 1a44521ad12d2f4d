import { getTranslations } from 'next-intl/server'
import { Pager as Links } from '#components/ui/pager.tsx'
import { searchPath, type SearchView } from '#lib/search/view.ts'

type Props = { view: SearchView; next: string | null; range: string | null }

/** Which results are shown, and links to the first and the next page of them. */
export async function Pager({ view, next, range }: Props) {
  const t = await getTranslations('list')
  return (
    <Links
      labels={{ pages: t('pages'), first: t('first'), next: t('next') }}
      range={range}
      first={view.after ? searchPath({ ...view, after: undefined }) : null}
      next={next ? searchPath({ ...view, after: next }) : null}
    />
  )
}
