import { getTranslations } from 'next-intl/server'
import { AccountCalls } from '#components/creator/guide/developers.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { toLocale } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { breadcrumbs, graph } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { accountCallsTexts } from '#lib/seo/texts.ts'

type Props = PageProps<'/[locale]/home/developers/account'>

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props) {
  const { locale } = await params
  const t = await getTranslations()
  return pageMetadata(t, { locale, path: paths.accountCalls, ...accountCallsTexts(t) })
}

/** The calls that need an account. */
export default async function AccountCallsPage({ params }: Props) {
  const locale = toLocale((await params).locale)
  const [t, detail] = await Promise.all([getTranslations('developers'), getTranslations('detail')])
  const trail = [
    { name: detail('home'), path: paths.home },
    { name: t('title'), path: paths.developers() },
    { name: t('account.title'), path: paths.accountCalls },
  ]
  return (
    <div className="py-8">
      <JsonLd schema={graph(breadcrumbs(locale, trail))} />
      <Breadcrumb label={detail('breadcrumb')} items={trail} />
      <AccountCalls />
    </div>
  )
}
