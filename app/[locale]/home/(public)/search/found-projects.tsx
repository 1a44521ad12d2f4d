import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { rangeText } from '#components/catalogue/count-texts.ts'
import { Filters } from '#components/catalogue/filters.tsx'
import { Grid } from '#components/catalogue/grid.tsx'
import { CutNote } from '#components/search/cut-note.tsx'
import { Pager } from '#components/search/pager.tsx'
import { NoMatch, NoProducts } from '#components/search/states.tsx'
import { AnnounceResults } from '#components/ui/announce-results-client.tsx'
import { ifFound } from '#lib/api/if-available.ts'
import { SEARCH_SORT_DEFAULT, SEARCH_SORTS } from '#lib/contract/search.ts'
import { paths } from '#lib/paths.ts'
import { readCards } from '#lib/search/server.ts'
import { searchPath, type SearchView } from '#lib/search/view.ts'
import { IconRow } from './found-icons.tsx'
import { Popular } from './popular.tsx'
import { matchesHtml } from './matches-html.ts'

/** Projects results by a search, or one of its empty states. */
export async function FoundProjects({ view }: { view: SearchView }) {
  const results = (await ifFound(readCards(view))) ?? notFound()
  const [t, search] = await Promise.all([getTranslations('list'), getTranslations('search')])
  if (!results.term_matches) {
    return (
      <>
        <CutNote isCut={results.term_is_cut} />
        <NoMatch term={view.q} suggestions={results.suggestions} />
        <Popular kind={view.kind} />
        <AnnounceResults text={search('noMatch.title', { term: view.q })} view={searchPath(view)} />
      </>
    )
  }
  const range = await rangeText(results, view.after)
  const count = t(results.total_is_estimate ? 'about' : 'count', { count: results.total })
  return (
    <>
      <p className="found-count">{range ?? count}</p>
      <CutNote isCut={results.term_is_cut} />
      <Filters
        author={results.items[0]?.author}
        path={paths.search()}
        kind={view.kind}
        sorts={SEARCH_SORTS}
        sort={view.sort ?? SEARCH_SORT_DEFAULT}
        chosen={view}
        extra={{ q: view.q || undefined, kind: view.kind }}
        without={(filter) =>
          searchPath({ ...view, [filter]: undefined, after: undefined }).slice(
            paths.search().length,
          )
        }
      />
      {view.kind === undefined && <IconRow view={view} />}
      <div>
        {results.items.length === 0 ? (
          <>
            <NoProducts view={view} />
            <Popular kind={view.kind} />
          </>
        ) : (
          <Grid
            projects={results.items}
            early
            filters={view}
            extras={(project) => matchesHtml(project, search('matchingIcons'))}
          />
        )}
      </div>
      <Pager view={view} next={results.next} range={range} />
      <AnnounceResults text={count} view={searchPath(view)} />
    </>
  )
}
