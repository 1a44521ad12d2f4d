import { redirect } from 'next/navigation'
import { privateTitle } from '#app/[locale]/home/user/find-own.ts'
import { ChooseName } from '#components/auth/enter/choose-name.tsx'
import { parseFormResult } from '#lib/auth/account-outcome.ts'
import { requireAccount } from '#lib/auth/current.ts'
import { safePath } from '#lib/auth/safe-path.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/name'>

export const generateMetadata = privateTitle((t) => t('account.name.title'))

/** Chooses a user name after the first sign-in with a provider, then continues to `redirect`. */
export default async function NamePage({ params, searchParams }: Props) {
  const { locale } = await params
  const { result, username, redirect: target } = await searchParams
  const path =
    safePath(typeof target === 'string' ? target : null) ?? localePath(locale, pages.home)
  const { account } = await requireAccount(locale, localePath(locale, pages.chooseName(path)))
  if (!account.name_pending) redirect(path)
  return (
    <ChooseName
      username={typeof username === 'string' ? username : account.username}
      redirect={path}
      result={parseFormResult(result)}
    />
  )
}
