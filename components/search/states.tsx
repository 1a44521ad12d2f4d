import { getTranslations } from 'next-intl/server'
import { Chip } from '#components/ui/chip.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { searchPath, type SearchView } from '#lib/search/view.ts'

/** No match: similar titles, if there are any. */
export async function NoMatch({ term, suggestions }: { term: string; suggestions: string[] }) {
  const t = await getTranslations('search')
  return (
    <EmptyState title={t('noMatch.title', { term })} text={t('noMatch.text')}>
      {suggestions.length > 0 && (
        <div className="max-w-full">
          <h3 className="mb-3 text-sm font-semibold text-content-muted">
            {t('noMatch.suggestions')}
          </h3>
          <ul className="flex flex-wrap justify-center gap-2">
            {suggestions.map((title) => (
              <li key={title} className="max-w-full">
                <Chip tone="accent" href={searchPath({ q: title })}>
                  <bdi className="truncate" lang="">
                    {title}
                  </bdi>
                </Chip>
              </li>
            ))}
          </ul>
        </div>
      )}
    </EmptyState>
  )
}

/**
 * No match for the filters, of the term's results or of all projects; without filters there is
 * nothing at all.
 */
export async function NoProducts({ view }: { view: SearchView }) {
  const t = await getTranslations('search')
  const { q, sort: _, ...filters } = view
  if (q === '' && Object.values(filters).every((value) => value === undefined)) {
    return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  }
  return (
    <EmptyState
      title={t('noProducts.title')}
      text={t(q === '' ? 'noProducts.withoutTerm' : 'noProducts.text')}
    >
      <ButtonLink href={searchPath({ q: view.q, sort: view.sort })} variant="secondary">
        {t('noProducts.reset')}
      </ButtonLink>
    </EmptyState>
  )
}
