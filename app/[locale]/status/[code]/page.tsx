import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { everyLocale } from '#lib/i18n/every-locale.ts'
import { STATUSES, StatusScreen } from '#components/layout/status.tsx'

export const dynamicParams = false
export function generateStaticParams() {
  return everyLocale().flatMap((params) => STATUSES.map((code) => ({ ...params, code })))
}

export async function generateMetadata({ params }: PageProps<'/[locale]/status/[code]'>) {
  const { code } = await params
  const status = STATUSES.find((one) => one === code)
  if (!status) notFound()
  const t = await getTranslations('status')
  return { title: t(status === '404' ? '404.page' : `${status}.title`), robots: { index: false } }
}

/** Prerendered in every language; the server around Next sends it in place of an error's body. */
export default async function Page({ params }: PageProps<'/[locale]/status/[code]'>) {
  const { code } = await params
  const status = STATUSES.find((one) => one === code)
  if (!status) notFound()
  return <StatusScreen status={status} />
}
