import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Guide } from '#components/creator/guide/guide.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { kindOfPath } from '#lib/contract/kind.ts'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { breadcrumbs, graph } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { howToTexts } from '#lib/seo/texts.ts'

type Props = PageProps<'/[locale]/home/publish/[kind]'>

export const dynamic = 'force-dynamic'

async function read({ params }: Props) {
  const { locale, kind: path } = await params
  return { locale: toLocale(locale), kind: kindOfPath(path) ?? notFound() }
}

export async function generateMetadata(props: Props) {
  const { locale, kind } = await read(props)
  const t = await getTranslations()
  return pageMetadata(t, { locale, path: paths.howTo(kind), ...howToTexts(t, kind) })
}

/** How to make a project of a kind. */
export default async function HowToPage(props: Props) {
  const { locale, kind } = await read(props)
  const [t, detail] = await Promise.all([getTranslations('publish'), getTranslations('detail')])
  const trail = [
    { name: detail('home'), path: paths.home },
    { name: t('title'), path: paths.publish },
    { name: t(`kind.${kind}.how`), path: paths.howTo(kind) },
  ]
  return (
    <div data-kind={kind} className="py-8">
      <JsonLd schema={graph(breadcrumbs(locale, trail))} />
      <Breadcrumb label={detail('breadcrumb')} items={trail} />
      <Guide kind={kind} app={env().APP_NAME} />
    </div>
  )
}
