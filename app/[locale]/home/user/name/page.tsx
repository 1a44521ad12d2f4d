import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { privateTitle } from '#app/[locale]/home/user/find-own.ts'
import { parseFormResult } from '#lib/account/account-outcome.ts'
import { requireAccount } from '#lib/sign-in/current.ts'
import { safePath } from '#lib/sign-in/safe-path.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { Strip } from '#components/ui/strip.tsx'
import { NameForm } from '#components/account/name-form-client.tsx'
import { AccountMessages } from '#components/signed-in/account-messages.tsx'

type Props = PageProps<'/[locale]/home/user/name'>

export const generateMetadata = privateTitle((t) => t('account.name.title'))

/** Chooses a user name after the first sign-in with a provider, then continues to `redirect`. */
export default async function NamePage({ params, searchParams }: Props) {
  const { locale } = await params
  const { result, username, redirect: target } = await searchParams
  const path =
    safePath(typeof target === 'string' ? target : null) ?? localePath(locale, paths.home)
  const { account } = await requireAccount(locale, localePath(locale, paths.chooseName(path)))
  if (!account.name_pending) redirect(path)
  const t = await getTranslations('account.name')
  return (
    <div className="mx-auto w-full max-w-md py-6 sm:py-12">
      <Strip art="locked" className="mb-8 w-72 max-w-full" />
      <h1 className="font-display text-xl font-bold sm:text-2xl">{t('title')}</h1>
      <p className="mt-2 mb-8 text-content-muted">{t('lead')}</p>
      <AccountMessages>
        <NameForm
          // The current user name, or the rejected input.
          username={typeof username === 'string' ? username : account.username}
          redirect={path}
          result={parseFormResult(result)}
          returnTo={localePath(locale, paths.chooseName())}
        />
      </AccountMessages>
      <p className="mt-6 text-sm">
        {/* A full load: the target may be a file rather than a page. */}
        <a href={path} className="underline underline-offset-4">
          {t('later')}
        </a>
      </p>
    </div>
  )
}
