import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Prose } from '#components/ui/prose.tsx'
import { env } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { pageSchema, readPage } from './read-page.ts'

export const revalidate = 300

/** None at build time: the files are where the site runs. */
export function generateStaticParams() {
  return []
}

type Props = PageProps<'/[locale]/home/about/[page]'>

async function find({ params }: Props) {
  const { locale, page: asked } = await params
  const page = pageSchema.safeParse(asked).data ?? notFound()
  const html = (await readPage(locale, page)) ?? notFound()
  return { locale, page, html }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale, page } = await find(props)
  const t = await getTranslations('about')
  const { SITE_NAME } = env()
  return pageMetadata({
    locale,
    path: `/home/about/${page}`,
    title: t(page),
    description: `${t(page)} – ${SITE_NAME}`,
  })
}

/** A page that the operator has written: imprint, privacy or terms. */
export default async function AboutPage(props: Props) {
  const { page, html } = await find(props)
  const t = await getTranslations('about')
  return (
    <article className="mx-auto max-w-3xl py-10">
      <h1 className="mb-8 font-display text-2xl font-bold">{t(page)}</h1>
      <Prose html={html} />
    </article>
  )
}
