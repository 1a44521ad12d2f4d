import { getTranslations } from 'next-intl/server'
import { requireAccount } from '#lib/auth/current.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { OwnOverview } from './own-overview.tsx'

type Props = PageProps<'/[locale]/home/user'>

export async function generateMetadata() {
  const t = await getTranslations('overview')
  return { title: t('title'), robots: { index: false } }
}

/** All projects of the visitor, with what they need. */
export default async function UserPage({ params, searchParams }: Props) {
  const { locale } = await params
  const principal = await requireAccount(locale, localePath(locale, pages.user))
  return <OwnOverview principal={principal} query={await searchParams} />
}
