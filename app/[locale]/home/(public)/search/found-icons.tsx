import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { rangeText } from '#components/catalogue/count-texts.ts'
import { CutNote } from '#components/search/cut-note.tsx'
import { IconGrid } from '#components/search/icon-grid.tsx'
import { Pager } from '#components/search/pager.tsx'
import { NoMatch } from '#components/search/states.tsx'
import { AnnounceResults } from '#components/ui/announce-results-client.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ifFound } from '#lib/api/if-available.ts'
import { readIcons } from '#lib/search/server.ts'
import { searchPath, type SearchView } from '#lib/search/view.ts'
import { Popular } from './popular.tsx'

/** Icons results by a search over all packs. */
export async function FoundIcons({ view }: { view: SearchView }) {
  const t = await getTranslations('search')
  if (!view.q) return <EmptyState title={t('noIcons.title')} text={t('noIcons.text')} />
  const results = (await ifFound(readIcons(view))) ?? notFound()
  if (results.items.length === 0) {
    return (
      <>
        <CutNote isCut={results.term_is_cut} />
        <NoMatch term={view.q} suggestions={[]} />
        <Popular kind="icon" />
        <AnnounceResults text={t('noMatch.title', { term: view.q })} view={searchPath(view)} />
      </>
    )
  }
  const range = await rangeText(results, view.after)
  const count = t(results.total_is_estimate ? 'iconMore' : 'iconCount', { count: results.total })
  return (
    <>
      <p className="mt-1 mb-6 text-content-muted tabular-nums">{range ?? count}</p>
      <CutNote isCut={results.term_is_cut} />
      <IconGrid items={results.items} />
      <Pager view={view} next={results.next} range={range} />
      <AnnounceResults text={count} view={searchPath(view)} />
    </>
  )
}
