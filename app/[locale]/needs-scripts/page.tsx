import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '#components/ui/link.tsx'
import { paths } from '#lib/paths.ts'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('needsScripts')
  return { title: t('title'), robots: { index: false } }
}

/** Reports that a form was sent before its scripts were loaded. */
export default async function NeedsScriptsPage() {
  const [t, fit] = await Promise.all([getTranslations('needsScripts'), getTranslations('fit')])
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 py-16 text-center">
      <h1 className="font-display text-xl font-bold">{t('title')}</h1>
      <p className="text-content-muted">{t('text')}</p>
      <p className="text-content-muted">{t('only', { setup: fit('title') })}</p>
      <ButtonLink href={paths.home} variant="primary" size="lg" className="mt-4">
        {t('home')}
      </ButtonLink>
    </div>
  )
}
