import { redirect } from 'next/navigation'
import { requireAccount } from '#lib/auth/current.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'

/** Redirects to one's own account. */
export default async function UserPage({ params }: PageProps<'/[locale]/home/user'>) {
  const { locale } = await params
  const place = localePath(locale, pages.user)
  const { account } = await requireAccount(locale, place)
  redirect(`${place}/account/${encodeURIComponent(account.username)}`)
}
