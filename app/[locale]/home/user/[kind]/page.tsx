import { notFound, redirect } from 'next/navigation'
import { requireAccount } from '#lib/auth/current.ts'
import { kindSchema } from '#lib/contract/kind.ts'
import { localePath } from '#lib/i18n/path.ts'

/**
 * Leads to one's own projects of a kind, or to one's own account: the menu links here until the
 * browser knows the name of the account.
 */
export default async function OwnListPage({ params }: PageProps<'/[locale]/home/user/[kind]'>) {
  const { locale, kind } = await params
  if (kind !== 'account' && !kindSchema.safeParse(kind).success) notFound()
  const place = localePath(locale, `/home/user/${kind}`)
  const { account } = await requireAccount(locale, place)
  redirect(`${place}/${encodeURIComponent(account.username)}`)
}
