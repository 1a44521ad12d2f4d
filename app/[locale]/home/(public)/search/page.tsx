import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { SearchForm } from '#components/layout/search-form.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'

const termSchema = z.string().trim().max(200).catch('')

export async function generateMetadata() {
  const t = await getTranslations('search')
  return { title: t('title'), robots: { index: false, follow: true } }
}

/** The address of search; until it is built, the page says so and shows the ways that are open. */
export default async function SearchPage({ searchParams }: PageProps<'/[locale]/home/search'>) {
  const [t, kinds, { q }] = await Promise.all([
    getTranslations('search'),
    getTranslations('kind'),
    searchParams,
  ])
  return (
    <div className="mx-auto max-w-3xl py-10">
      <h1 className="mb-6 font-display text-2xl font-bold">{t('title')}</h1>
      <SearchForm term={termSchema.parse(Array.isArray(q) ? q[0] : (q ?? ''))} />
      <EmptyState title={t('soon.title')} text={t('soon.text')}>
        <ul className="mt-2 flex flex-wrap justify-center gap-2">
          {KINDS.map((kind) => (
            <li key={kind} data-kind={kind}>
              <Link
                href={`/home/${KIND_TABLE[kind].path}`}
                className={buttonClass({ variant: 'secondary' })}
              >
                <Icon name={kind} className="text-accent" /> {kinds(`${kind}.many`)}
              </Link>
            </li>
          ))}
        </ul>
      </EmptyState>
    </div>
  )
}
