import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { searchPath, type SearchView } from '#lib/search/view.ts'

/** The ways to the first and the next page of what was found. */
export async function Pager({ view, next }: { view: SearchView; next: string | null }) {
  if (!view.after && !next) return null
  const t = await getTranslations('list')
  return (
    <nav aria-label={t('pages')} className="mt-10 flex flex-wrap justify-center gap-3">
      {view.after && (
        <Link
          href={searchPath({ ...view, after: undefined })}
          className={buttonClass({ variant: 'secondary' })}
        >
          {t('first')}
        </Link>
      )}
      {next && (
        <Link
          rel="next"
          href={searchPath({ ...view, after: next })}
          className={buttonClass({ variant: 'primary' })}
        >
          {t('next')} <Icon name="arrow-right" />
        </Link>
      )}
    </nav>
  )
}
