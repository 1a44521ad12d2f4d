import { getTranslations } from 'next-intl/server'
import { readBuilderLabels } from '#components/built/builder-labels.ts'
import { StripBuilder } from '#components/built/strip-builder-client.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { env } from '#lib/env.ts'
import { paths } from '#lib/paths.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { descriptionOf } from '#lib/seo/texts.ts'

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: PageProps<'/[locale]/home/strip'>) {
  const { locale } = await params
  const t = await getTranslations()
  const lead = t('strip.lead', { app: env().APP_NAME })
  return pageMetadata(t, {
    locale,
    path: paths.strip,
    title: t('strip.title'),
    description: descriptionOf([lead, t('meta.home', { app: env().APP_NAME })]),
    isIndexed: false,
  })
}

/** The strip that a visitor builds from single icons. It is in the browser, so that only scripts can show it. */
export default async function StripPage() {
  const t = await getTranslations('strip')
  return (
    <div className="mx-auto max-w-5xl py-6">
      <h1 className="font-display text-xl font-bold sm:text-2xl">{t('title')}</h1>
      <p className="mt-2 max-w-prose text-content-muted">{t('lead', { app: env().APP_NAME })}</p>
      <noscript>
        <p className="mt-6 rounded-card bg-surface-2 p-5">{t('scripts')}</p>
      </noscript>
      <StripBuilder
        labels={await readBuilderLabels()}
        empty={
          <EmptyState title={t('empty.title')} text={t('empty.text')}>
            <ButtonLink href={paths.list('icon')} variant="primary">
              {t('empty.packs')}
            </ButtonLink>
          </EmptyState>
        }
      />
    </div>
  )
}
