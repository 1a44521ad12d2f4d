import { requireAccount } from '#lib/sign-in/current.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { privateTitle } from './find-own.ts'
import { OwnOverview } from './own-overview.tsx'

type Props = PageProps<'/[locale]/home/user'>

export const generateMetadata = privateTitle((t) => t('overview.title'))

/** All projects of the visitor, with what they need. */
export default async function UserPage({ params, searchParams }: Props) {
  const { locale } = await params
  const principal = await requireAccount(locale, localePath(locale, paths.user))
  return <OwnOverview principal={principal} query={await searchParams} />
}
