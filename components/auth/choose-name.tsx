import { getLocale, getTranslations } from 'next-intl/server'
import { Strip } from '#components/ui/strip.tsx'
import type { Told } from '#lib/auth/account-outcome.ts'
import { localePath } from '#lib/i18n/path.ts'
import { NameForm } from './name-form-client.tsx'
import { outcomeWords } from './outcome-words.ts'

type Props = {
  /** The name that the account has, or the one that was typed. */
  username: string
  /** Where to go on; a path that has been checked. */
  redirect: string
  told: Told | null
}

/** Asks somebody who came by a provider for the name that they want to be known by. */
export async function ChooseName({ username, redirect, told }: Props) {
  const [t, auth, locale, outcomes] = await Promise.all([
    getTranslations('account.name'),
    getTranslations('auth'),
    getLocale(),
    outcomeWords(),
  ])
  return (
    <div className="mx-auto w-full max-w-md py-6 sm:py-12">
      <Strip className="mb-8 w-40" />
      <h1 className="font-display text-xl font-bold sm:text-2xl">{t('title')}</h1>
      <p className="mt-2 mb-8 text-content-muted">{t('lead')}</p>
      <NameForm
        username={username}
        place={localePath(locale, '/home/user/name')}
        redirect={redirect}
        login={localePath(locale, '/login')}
        told={told}
        outcomes={outcomes}
        words={{
          label: auth('field.username'),
          help: auth('help.username'),
          submit: t('submit'),
          pending: auth('pending'),
        }}
      />
      <p className="mt-6 text-sm">
        {/* Loaded whole: it may be a place of another sort than a page. */}
        <a href={redirect} className="underline underline-offset-4">
          {t('later')}
        </a>
      </p>
    </div>
  )
}
