import { getTranslations } from 'next-intl/server'
import { everyLocale } from '#lib/i18n/every-locale.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'

export { everyLocale as generateStaticParams }

export async function generateMetadata() {
  const t = await getTranslations('auth')
  return { title: t('title'), robots: { index: false, follow: true } }
}

/** The address of signing in; until accounts are built, the page says so. */
export default async function LoginPage() {
  const t = await getTranslations('auth')
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      <EmptyState title={t('soon.title')} text={t('soon.text')}>
        <Link href="/home/index" className={buttonClass({ variant: 'secondary' })}>
          {t('browse')}
        </Link>
      </EmptyState>
    </>
  )
}
