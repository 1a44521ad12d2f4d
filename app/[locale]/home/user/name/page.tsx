import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ChooseName } from '#components/auth/choose-name.tsx'
import { parseTold } from '#lib/auth/account-outcome.ts'
import { requireAccount } from '#lib/auth/current.ts'
import { safePath } from '#lib/auth/safe-path.ts'
import { namePath } from '#lib/i18n/login-path.ts'
import { localePath } from '#lib/i18n/path.ts'

type Props = PageProps<'/[locale]/home/user/name'>

export async function generateMetadata() {
  const t = await getTranslations('account.name')
  return { title: t('title'), robots: { index: false } }
}

/** Where somebody who came by a provider chooses a user name; leads on once that is done. */
export default async function NamePage({ params, searchParams }: Props) {
  const { locale } = await params
  const { told, username, redirect: wanted } = await searchParams
  const place =
    safePath(typeof wanted === 'string' ? wanted : null) ?? localePath(locale, '/home/index')
  const { account } = await requireAccount(locale, namePath(locale, place))
  if (!account.name_pending) redirect(place)
  return (
    <ChooseName
      username={typeof username === 'string' ? username : account.username}
      redirect={place}
      told={parseTold(told)}
    />
  )
}
