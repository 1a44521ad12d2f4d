import { getLocale, getTranslations } from 'next-intl/server'
import { Strip } from '#components/ui/strip.tsx'
import type { FormResult } from '#lib/auth/account-outcome.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { NameForm } from '#components/auth/name-form-client.tsx'
import { outcomeLabels } from '#components/auth/outcome-labels.ts'

type Props = {
  /** Current user name, or the rejected input. */
  username: string
  /** Path to continue to; already checked. */
  redirect: string
  result: FormResult | null
}

/** Page where an account created through a provider chooses its user name. */
export async function ChooseName({ username, redirect, result }: Props) {
  const [t, auth, locale, outcomes] = await Promise.all([
    getTranslations('account.name'),
    getTranslations('auth'),
    getLocale(),
    outcomeLabels(),
  ])
  return (
    <div className="mx-auto w-full max-w-md py-6 sm:py-12">
      <Strip art="locked" className="mb-8 w-72 max-w-full" />
      <h1 className="font-display text-xl font-bold sm:text-2xl">{t('title')}</h1>
      <p className="mt-2 mb-8 text-content-muted">{t('lead')}</p>
      <NameForm
        username={username}
        returnTo={localePath(locale, pages.chooseName())}
        redirect={redirect}
        login={localePath(locale, pages.login())}
        result={result}
        outcomes={outcomes}
        labels={{
          label: auth('field.username'),
          help: auth('help.username'),
          submit: t('submit'),
          pending: auth('pending'),
        }}
      />
      <p className="mt-6 text-sm">
        {/* A full load: the target may be a file rather than a page. */}
        <a href={redirect} className="underline underline-offset-4">
          {t('later')}
        </a>
      </p>
    </div>
  )
}
