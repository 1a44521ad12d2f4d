import { getTranslations } from 'next-intl/server'
import { AutomationDrawing } from '#components/creator/guide/automation-drawing.tsx'
import { KindCard } from '#components/creator/guide/kind-card.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { Link } from '#components/ui/link.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { breadcrumbs, graph } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { publishTexts } from '#lib/seo/texts.ts'

type Props = PageProps<'/[locale]/home/publish'>

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: Props) {
  const { locale } = await params
  const t = await getTranslations()
  return pageMetadata(t, { locale, path: paths.publish, ...publishTexts(t) })
}

/** The entrance of creators: the kinds, and what each needs. */
export default async function PublishPage({ params }: Props) {
  const locale = toLocale((await params).locale)
  const [t, detail] = await Promise.all([getTranslations('publish'), getTranslations('detail')])
  const trail = [
    { name: detail('home'), path: paths.home },
    { name: t('title'), path: paths.publish },
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
      <Link
        href={paths.automation()}
        className="group mt-6 flex items-center gap-4 rounded-card border border-line bg-surface-1 p-5 shadow-card hover:border-line-strong sm:gap-6 sm:p-6"
      >
        <AutomationDrawing className="hidden w-44 shrink-0 sm:block" />
        <span className="min-w-0 grow">
          <span className="block font-display text-lg font-semibold group-hover:underline">
            {t('automation.title')}
          </span>
          <span className="mt-1 block max-w-prose text-content-muted">{t('automation.lead')}</span>
        </span>
        <Icon name="arrow-right" className="shrink-0 rtl:-scale-x-100" />
      </Link>
      <p className="mt-8 max-w-prose text-sm text-content-muted">{t('account')}</p>
    </div>
  )
}
