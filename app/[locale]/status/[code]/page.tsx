import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { STATUSES, StatusScreen } from '#components/layout/status.tsx'

/** None while building: the pages show settings that are known when the site runs. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: PageProps<'/[locale]/status/[code]'>) {
  const { code } = await params
  const status = STATUSES.find((one) => one === code)
  if (!status) notFound()
  const t = await getTranslations('status')
  return { title: t(status === '404' ? '404.page' : `${status}.title`), robots: { index: false } }
}

/** Rendered in every language at the start; the server around Next sends it in place of an error's body. */
export default async function Page({ params }: PageProps<'/[locale]/status/[code]'>) {
  const { code } = await params
  const status = STATUSES.find((one) => one === code)
  if (!status) notFound()
  return <StatusScreen status={status} />
}
