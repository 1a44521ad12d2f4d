import { getTranslations } from 'next-intl/server'
import { Automation } from '#components/creator/guide/automation.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { breadcrumbs, graph } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { automationTexts } from '#lib/seo/texts.ts'

type Props = PageProps<'/[locale]/home/publish/automation'>

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props) {
  const { locale } = await params
  const t = await getTranslations()
  return pageMetadata(t, { locale, path: paths.automation(), ...automationTexts(t) })
}

/** How to publish by programs. */
export default async function AutomationPage({ params }: Props) {
  const locale = toLocale((await params).locale)
  const [t, detail] = await Promise.all([getTranslations('publish'), getTranslations('detail')])
  const trail = [
    { name: detail('home'), path: paths.home },
    { name: t('title'), path: paths.publish },
    { name: t('automation.title'), path: paths.automation() },
  ]
  const { SITE_URL, APP_NAME } = env()
  return (
    <div className="py-8">
      <JsonLd schema={graph(breadcrumbs(locale, trail))} />
      <Breadcrumb label={detail('breadcrumb')} items={trail} />
      <Automation siteUrl={SITE_URL} app={APP_NAME} />
    </div>
  )
}
