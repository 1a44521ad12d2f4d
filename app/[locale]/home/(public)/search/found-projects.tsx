import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { langOf } from '#lib/contract/language.ts'
import { rangeText } from '#components/catalogue/count-texts.ts'
import { Filters } from '#components/catalogue/filters.tsx'
import { Grid } from '#components/catalogue/grid.tsx'
import { CutNote } from '#components/search/cut-note.tsx'
import { Pager } from '#components/search/pager.tsx'
import { NoMatch, NoProducts } from '#components/search/states.tsx'
import { AnnounceResults } from '#components/ui/announce-results-client.tsx'
import { ifFound } from '#lib/api/if-available.ts'
import {
  SEARCH_SORT_DEFAULT,
  SEARCH_SORTS,
  type Matches,
  type TextRange,
} from '#lib/contract/search.ts'
import { pages } from '#lib/paths.ts'
import { type FoundCard, readCards } from '#lib/search/server.ts'
import { searchPath, type SearchView } from '#lib/search/view.ts'
import { IconRow } from './found-icons.tsx'
import { Drawing } from '#components/ui/drawing.tsx'
import { Popular } from './popular.tsx'
import { piecesOf } from '#lib/search/pieces.ts'

/** Projects results by a search, or one of its empty states. */
export async function FoundProjects({ view }: { view: SearchView }) {
  const results = (await ifFound(readCards(view))) ?? notFound()
  if (!results.term_matches) {
    const search = await getTranslations('search')
    return (
      <>
        <CutNote isCut={results.term_is_cut} />
        <NoMatch term={view.q} suggestions={results.suggestions} />
        <Popular kind={view.kind} />
        <AnnounceResults text={search('noMatch.title', { term: view.q })} view={searchPath(view)} />
      </>
    )
  }
  const t = await getTranslations('list')
  const range = await rangeText(results, view.after)
  const count = t(results.total_is_estimate ? 'about' : 'count', { count: results.total })
  return (
    <>
      <p className="found-count">{range ?? count}</p>
      <CutNote isCut={results.term_is_cut} />
      <Filters
        path={pages.search()}
        kind={view.kind}
        sorts={SEARCH_SORTS}
        sort={view.sort ?? SEARCH_SORT_DEFAULT}
        chosen={view}
        extra={{ q: view.q || undefined, kind: view.kind }}
        without={(filter) =>
          searchPath({ ...view, [filter]: undefined, after: undefined }).slice(
            pages.search().length,
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
          <Grid projects={results.items} early extras={matchNote} />
        )}
      </div>
      <Pager view={view} next={results.next} range={range} />
      <AnnounceResults text={count} view={searchPath(view)} />
    </>
  )
}

function matchNote(project: FoundCard) {
  const { title, matches } = project
  if (!matches) return {}
  return {
    title: <Marked text={title} ranges={matches.title} />,
    note: <MatchNote matches={matches} lang={langOf(project)} />,
  }
}

type Props = { matches: Matches; lang: string }

/** Reason for a match outside of the title: icons of that name, drawn, or a passage of the text. */
async function MatchNote({ matches: { title, snippet, icons, drawings = [] }, lang }: Props) {
  if (icons.length > 0) {
    const t = await getTranslations('search')
    const drawn = drawings.filter(({ refused }) => !refused)
    return (
      <p className="matched-icons">
        <span className={drawn.length > 0 ? 'sr-only' : 'truncate'}>
          {t('matchingIcons')} {icons.join(', ')}
        </span>
        {drawn.map(({ name, url, tone }) => (
          <span key={name} title={name} data-tone={tone ?? 'dark'} className="icon-ground">
            <Drawing url={url} isMono={tone === 'mono'} className="size-6" />
          </span>
        ))}
      </p>
    )
  }
  if (!snippet || title.length > 0) return null
  return (
    <p className="line-clamp-2 text-sm break-words text-content-muted" lang={lang} dir="auto">
      <Marked {...snippet} />
    </p>
  )
}

/** A text with its matches highlighted. */
export function Marked({ text, ranges }: { text: string; ranges: TextRange[] }) {
  return piecesOf(text, ranges).map((piece) =>
    piece.marked ? (
      <mark key={piece.start} className="rounded-sm bg-accent-soft text-accent">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
