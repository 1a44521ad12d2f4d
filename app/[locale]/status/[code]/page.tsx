import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { STATUSES, StatusScreen } from '#components/layout/status.tsx'
import { REQUEST_ID_MARK } from '#lib/config.ts'

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: PageProps<'/[locale]/status/[code]'>) {
  const { code } = await params
  const status = STATUSES.find((known) => known === code)
  if (!status) notFound()
  const t = await getTranslations('status')
  return { title: t(status === '404' ? '404.page' : `${status}.title`), robots: { index: false } }
}

/**
 * Rendered in every language at startup; the server around Next sends it as the body of an error.
 */
export default async function Page({ params }: PageProps<'/[locale]/status/[code]'>) {
  const { code } = await params
  const status = STATUSES.find((known) => known === code)
  if (!status) notFound()
  const isFailure = status.startsWith('5')
  return <StatusScreen status={status} {...(isFailure && { requestId: REQUEST_ID_MARK })} />
}
