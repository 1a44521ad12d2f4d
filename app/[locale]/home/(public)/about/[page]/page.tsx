import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { Prose } from '#components/ui/prose.tsx'
import { LOCALES } from '#lib/contract/locale.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { breadcrumbs, graph } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { aboutTexts } from '#lib/seo/texts.ts'
import { pageSchema, readPage } from './read-page.ts'

/** Rendered for each request of the page cache, which keeps it (server/render-page.ts). */
export const dynamic = 'force-dynamic'

type Props = PageProps<'/[locale]/home/about/[page]'>

const localeNamed = (name: string) => LOCALES.find((one) => one === name) ?? notFound()

async function find({ params }: Props) {
  const { locale, page: name } = await params
  const page = pageSchema.safeParse(name).data ?? notFound()
  const rendered = (await readPage(localeNamed(locale), page)) ?? notFound()
  return { locale, page, ...rendered }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale, page, summary } = await find(props)
  const t = await getTranslations()
  return pageMetadata(t, { locale, path: paths.about(page), ...aboutTexts(t, page, summary) })
}

/** A page written by the operator: imprint, privacy or terms. */
export default async function AboutPage(props: Props) {
  const { locale, page, html } = await find(props)
  const [t, detail, labels] = await getTexts('about', 'detail', 'prose')
  const trail = [
    { name: detail('home'), path: paths.home },
    { name: t(page), path: paths.about(page) },
  ]
  return (
    <article className="mx-auto max-w-3xl py-10">
      <JsonLd schema={graph(breadcrumbs(locale, trail))} />
      <h1 className="mb-8 font-display text-2xl font-bold">{t(page)}</h1>
      <Prose html={html} prefix="p" labels={labels} />
    </article>
  )
}
