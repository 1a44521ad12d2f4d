import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Filters } from '#components/catalogue/filters.tsx'
import { Grid } from '#components/catalogue/grid.tsx'
import { CutNote } from '#components/search/cut-note.tsx'
import { Marked } from '#components/search/marked.tsx'
import { MatchNote } from '#components/search/match-note.tsx'
import { Pager } from '#components/search/pager.tsx'
import { NoMatch, NoProducts } from '#components/search/states.tsx'
import { ApiError } from '#lib/api/error.ts'
import { type FoundProject, SEARCH_SORT_DEFAULT, SEARCH_SORTS } from '#lib/contract/search.ts'
import { readProjects } from '#lib/search/server.ts'
import { SEARCH_PATH, searchPath, type SearchView } from '#lib/search/view.ts'

/** The projects that a search finds, or which of its two empty states it is in. */
export async function FoundProjects({ view }: { view: SearchView }) {
  const found = await readProjects(view).catch((error: unknown) => {
    if (error instanceof ApiError && error.isNotFound) notFound()
    throw error
  })
  if (!found.term_matches) {
    return (
      <>
        <CutNote isCut={found.term_is_cut} />
        <NoMatch term={view.q} suggestions={found.suggestions} />
      </>
    )
  }
  const t = await getTranslations('list')
  return (
    <>
      <p className="mt-1 mb-6 text-content-muted tabular-nums">
        {t(found.total_is_estimate ? 'about' : 'count', { count: found.total })}
      </p>
      <CutNote isCut={found.term_is_cut} />
      <Filters
        path={SEARCH_PATH}
        kind={view.kind}
        sorts={SEARCH_SORTS}
        sort={view.sort ?? SEARCH_SORT_DEFAULT}
        chosen={view}
        kept={{ q: view.q || undefined, kind: view.kind }}
        without={(filter) =>
          searchPath({ ...view, [filter]: undefined, after: undefined }).slice(SEARCH_PATH.length)
        }
      />
      <div className="mt-8">
        {found.items.length === 0 ? (
          <NoProducts view={view} />
        ) : (
          <Grid projects={found.items} early extras={whyFound} />
        )}
      </div>
      <Pager view={view} next={found.next} />
    </>
  )
}

function whyFound({ title, language, matches }: FoundProject) {
  if (!matches) return {}
  return {
    title: <Marked text={title} ranges={matches.title} />,
    note: <MatchNote matches={matches} lang={language ?? undefined} />,
  }
}
