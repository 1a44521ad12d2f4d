import { getLocale, getTranslations } from 'next-intl/server'
import { Strip } from '#components/ui/strip.tsx'
import type { FormResult } from '#lib/auth/account-outcome.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { NameForm } from '#components/auth/name-form-client.tsx'
import { AccountMessages } from '#components/auth/account-messages.tsx'

type Props = {
  /** Current user name, or the rejected input. */
  username: string
  /** Path to continue to; already checked. */
  redirect: string
  result: FormResult | null
}

/** Page where an account created through a provider chooses its user name. */
export async function ChooseName({ username, redirect, result }: Props) {
  const [t, locale] = await Promise.all([getTranslations('account.name'), getLocale()])
  return (
    <div className="mx-auto w-full max-w-md py-6 sm:py-12">
      <Strip art="locked" className="mb-8 w-72 max-w-full" />
      <h1 className="font-display text-xl font-bold sm:text-2xl">{t('title')}</h1>
      <p className="mt-2 mb-8 text-content-muted">{t('lead')}</p>
      <AccountMessages>
        <NameForm
          {...{ username, redirect, result }}
          returnTo={localePath(locale, pages.chooseName())}
        />
      </AccountMessages>
      <p className="mt-6 text-sm">
        {/* A full load: the target may be a file rather than a page. */}
        <a href={redirect} className="underline underline-offset-4">
          {t('later')}
        </a>
      </p>
    </div>
  )
}
