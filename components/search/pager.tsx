import { getTranslations } from 'next-intl/server'
import { Pager as Links } from '#components/ui/pager.tsx'
import { searchPath, type SearchView } from '#lib/search/view.ts'

/** Links to the first and the next page of results. */
export async function Pager({ view, next }: { view: SearchView; next: string | null }) {
  const t = await getTranslations('list')
  return (
    <Links
      labels={{ pages: t('pages'), first: t('first'), next: t('next') }}
      first={view.after ? searchPath({ ...view, after: undefined }) : null}
      next={next ? searchPath({ ...view, after: next }) : null}
    />
  )
}
