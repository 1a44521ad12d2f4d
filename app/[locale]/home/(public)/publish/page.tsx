import { getTranslations } from 'next-intl/server'
import { KindCard } from '#components/creator/kind-card.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { breadcrumbs, graph } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { publishTexts } from '#lib/seo/texts.ts'

type Props = PageProps<'/[locale]/home/publish'>

/** No pages at build time: the names of site and application are known at run time. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props) {
  const { locale } = await params
  return pageMetadata({ locale, path: pages.publish, ...publishTexts(await getTranslations()) })
}

/** The entrance of creators: the kinds, and what each needs. */
export default async function PublishPage({ params }: Props) {
  const locale = toLocale((await params).locale)
  const [t, detail] = await Promise.all([getTranslations('publish'), getTranslations('detail')])
  const trail = [
    { name: detail('home'), path: pages.home },
    { name: t('title'), path: pages.publish },
  ]
  return (
    <div className="py-8 sm:py-10">
      <JsonLd schema={graph(breadcrumbs(locale, trail))} />
      <h1 className="font-display text-xl font-bold text-balance sm:text-2xl">{t('title')}</h1>
      <p className="mt-3 max-w-prose text-content-muted">{t('lead', { app: env().APP_NAME })}</p>
      <div className="mt-8 grid gap-6 md:grid-cols-2">
        {KINDS.map((kind) => (
          <KindCard key={kind} kind={kind} />
        ))}
      </div>
      <p className="mt-8 max-w-prose text-sm text-content-muted">{t('account')}</p>
    </div>
  )
}
