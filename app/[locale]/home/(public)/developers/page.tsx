import { getTranslations } from 'next-intl/server'
import { type ApiLimit, Developers } from '#components/creator/guide/developers.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { RATES } from '#lib/limits/rates.ts'
import { paths } from '#lib/paths.ts'
import { breadcrumbs, graph } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { developersTexts } from '#lib/seo/texts.ts'

type Props = PageProps<'/[locale]/home/developers'>

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props) {
  const { locale } = await params
  const t = await getTranslations()
  return pageMetadata(t, { locale, path: paths.developers(), ...developersTexts(t) })
}

const LIMITED = ['calls', 'searches', 'pictures', 'cards', 'made', 'counts', 'feeds'] as const

/** The API for other programs and websites. */
export default async function DevelopersPage({ params }: Props) {
  const locale = toLocale((await params).locale)
  const [t, detail] = await Promise.all([getTranslations('developers'), getTranslations('detail')])
  const trail = [
    { name: detail('home'), path: paths.home },
    { name: t('title'), path: paths.developers() },
  ]
  const { SITE_URL, RATE_FACTOR } = env()
  const limits = LIMITED.map((name): ApiLimit => {
    const { capacity, perSecond } = RATES[name]
    return { name, burst: Math.floor(capacity * RATE_FACTOR), perSecond: perSecond * RATE_FACTOR }
  })
  return (
    <div className="py-8">
      <JsonLd schema={graph(breadcrumbs(locale, trail))} />
      <Breadcrumb label={detail('breadcrumb')} items={trail} />
      <Developers siteUrl={SITE_URL} locale={locale} limits={limits} />
    </div>
  )
}
