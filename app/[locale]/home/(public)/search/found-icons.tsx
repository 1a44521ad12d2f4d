import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { CutNote } from '#components/search/cut-note.tsx'
import { IconGrid } from '#components/search/icon-grid.tsx'
import { Pager } from '#components/search/pager.tsx'
import { NoMatch } from '#components/search/states.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ApiError } from '#lib/api/error.ts'
import { readIcons } from '#lib/search/server.ts'
import type { SearchView } from '#lib/search/view.ts'

/** The single icons that a search finds over all packs. */
export async function FoundIcons({ view }: { view: SearchView }) {
  const t = await getTranslations('search')
  if (!view.q) return <EmptyState title={t('noIcons.title')} text={t('noIcons.text')} />
  const found = await readIcons(view).catch((error: unknown) => {
    if (error instanceof ApiError && error.isNotFound) notFound()
    throw error
  })
  if (found.items.length === 0) {
    return (
      <>
        <CutNote isCut={found.term_is_cut} />
        <NoMatch term={view.q} suggestions={[]} />
      </>
    )
  }
  return (
    <>
      <p className="mt-1 mb-6 text-content-muted tabular-nums">
        {t(found.total_is_estimate ? 'iconMore' : 'iconCount', { count: found.total })}
      </p>
      <CutNote isCut={found.term_is_cut} />
      <IconGrid items={found.items} />
      <Pager view={view} next={found.next} />
    </>
  )
}
