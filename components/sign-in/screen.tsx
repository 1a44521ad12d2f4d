import { getLocale, getTranslations } from 'next-intl/server'
import { Link, TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Strip } from '#components/ui/strip.tsx'
import type { FormState, PageMode, EnterValues } from '#lib/sign-in/enter-form.ts'
import type { Registration } from '#lib/contract/admin/settings.ts'
import { type Provider, PROVIDER_TABLE } from '#lib/contract/provider.ts'
import { paths, endpoints } from '#lib/paths.ts'
import { CarryHash } from './carry-hash-client.tsx'
import { EnterForm } from './enter-form-client.tsx'
import { formLabels } from './labels.ts'
import { Button } from '#components/ui/button.tsx'

type Props = {
  mode: PageMode
  /** Path to continue to; already checked. */
  redirect: string | null
  providers: readonly Provider[]
  /** Who may register. */
  registration?: Registration
  /** Whether an invitation to a role leads here. */
  isInvited?: boolean
  /** What has just ended: a session or an account. */
  ended?: Ended | null
  /** State of the form, if it was posted without scripts. */
  kept?: FormState | null
  /** Values carried over from the sign-in form. */
  prefilled?: EnterValues | null
}

/**
 * Messages by the value of `ended` in the address: a session that ended by itself, by its owner, or
 * only in this browser; an account.
 */
const ENDED_MESSAGES = {
  '1': 'ended',
  out: 'loggedOut',
  here: 'endedHere',
  deleted: 'deleted',
} as const
export type Ended = keyof typeof ENDED_MESSAGES
export const isEnded = (text: string | null): text is Ended =>
  text !== null && Object.keys(ENDED_MESSAGES).includes(text)

/** Sign-in, registration and password reset: modes of one screen. */
export async function AuthScreen({
  mode,
  redirect,
  providers,
  registration = 'open',
  isInvited = false,
  ended = null,
  kept = null,
  prefilled = null,
}: Props) {
  const [t, locale, labels] = await Promise.all([
    getTranslations('auth'),
    getLocale(),
    formLabels(),
  ])
  const isLogin = mode === 'password' || mode === 'code'
  return (
    <div className="mx-auto w-full max-w-md py-6 sm:py-12">
      <CarryHash />
      <Strip art="locked" className="mb-8 w-72 max-w-full" />
      <h1 className="font-display text-xl font-bold sm:text-2xl">{t(`title.${mode}`)}</h1>
      <p className="mt-2 text-content-muted">{t(`lead.${mode}`)}</p>
      <div className="mt-8 space-y-6">
        {ended && (
          <Notice tone={ended === 'out' ? 'success' : 'info'}>{t(ENDED_MESSAGES[ended])}</Notice>
        )}
        {isLogin && (
          <nav aria-label={t('tabs.label')} className="flex rounded-key bg-surface-2 p-1 text-sm">
            {(['password', 'code'] as const).map((tab) => (
              <Link
                key={tab}
                href={paths.login({ ...(tab === 'code' && { by: tab }), redirect })}
                aria-current={tab === mode ? 'page' : undefined}
                className="flex-1 rounded-key px-3 py-2 text-center text-content-muted transition hover:text-content aria-[current]:bg-surface-0 aria-[current]:font-medium aria-[current]:text-content"
              >
                {t(`tabs.${tab}`)}
              </Link>
            ))}
          </nav>
        )}
        {mode === 'register' && registration !== 'open' && (
          <Notice tone="info">{t(`registration.${isInvited ? 'invited' : registration}`)}</Notice>
        )}
        {!(mode === 'register' && registration === 'closed' && !isInvited) && (
          <EnterForm
            key={mode}
            mode={mode}
            kept={kept}
            locale={locale}
            redirect={redirect}
            labels={labels}
            prefilled={prefilled}
          />
        )}
        {mode === 'password' && (
          <p className="text-sm">
            <TextLink href={paths.resetPassword(redirect)}>{t('forgotten')}</TextLink>
          </p>
        )}
        {mode !== 'reset' && providers.length > 0 && (
          <>
            <p className="flex items-center gap-4 text-sm text-content-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {t('or')}
            </p>
            <Providers providers={providers} redirect={redirect} />
          </>
        )}
        <p className="border-t border-line pt-6 text-sm text-content-muted">
          {isLogin ? t('noAccount') : t('hasAccount')}{' '}
          <TextLink
            href={isLogin ? paths.register(redirect) : paths.login({ redirect })}
            className="font-medium text-content"
          >
            {isLogin ? t('toRegister') : t('toLogin')}
          </TextLink>
        </p>
      </div>
    </div>
  )
}

/** One button per configured provider: plain forms that work without scripts. */
async function Providers({ providers, redirect }: Pick<Props, 'providers' | 'redirect'>) {
  const [t, locale] = await Promise.all([getTranslations('auth'), getLocale()])
  return (
    <ul className="space-y-2.5">
      {providers.map((provider) => (
        <li key={provider}>
          <form method="post" action={endpoints.signInBy(provider)}>
            <input type="hidden" name="locale" value={locale} />
            <input type="hidden" name="redirect" value={redirect ?? ''} />
            <Button type="submit" variant="secondary" className="h-11 w-full">
              <ProviderMark provider={provider} />
              {t('with', { provider: PROVIDER_TABLE[provider].name })}
            </Button>
          </form>
        </li>
      ))}
    </ul>
  )
}

/* From Bootstrap Icons (MIT licence, the Bootstrap authors), on a grid of 16. */
const MARKS: Record<Provider, string> = {
  google:
    'M15.545 6.558a9.4 9.4 0 0 1 .139 1.626c0 2.434-.87 4.492-2.384 5.885h.002C11.978 15.292 10.158 16 8 16A8 8 0 1 1 8 0a7.7 7.7 0 0 1 5.352 2.082l-2.284 2.284A4.35 4.35 0 0 0 8 3.166c-2.087 0-3.86 1.408-4.492 3.304a4.8 4.8 0 0 0 0 3.063h.003c.635 1.893 2.405 3.301 4.492 3.301c1.078 0 2.004-.276 2.722-.764h-.003a3.7 3.7 0 0 0 1.599-2.431H8v-3.08z',
  github:
    'M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59c.4.07.55-.17.55-.38c0-.19-.01-.82-.01-1.49c-2.01.37-2.53-.49-2.69-.94c-.09-.23-.48-.94-.82-1.13c-.28-.15-.68-.52-.01-.53c.63-.01 1.08.58 1.23.82c.72 1.21 1.87.87 2.33.66c.07-.52.28-.87.51-1.07c-1.78-.2-3.64-.89-3.64-3.95c0-.87.31-1.59.82-2.15c-.08-.2-.36-1.02.08-2.12c0 0 .67-.21 2.2.82c.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82c.44 1.1.16 1.92.08 2.12c.51.56.82 1.27.82 2.15c0 3.07-1.87 3.75-3.65 3.95c.29.25.54.73.54 1.48c0 1.07-.01 1.93-.01 2.2c0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8',
  discord:
    'M13.545 2.907a13.2 13.2 0 0 0-3.257-1.011a.05.05 0 0 0-.052.025c-.141.25-.297.577-.406.833a12.2 12.2 0 0 0-3.658 0a8 8 0 0 0-.412-.833a.05.05 0 0 0-.052-.025c-1.125.194-2.22.534-3.257 1.011a.04.04 0 0 0-.021.018C.356 6.024-.213 9.047.066 12.032q.003.022.021.037a13.3 13.3 0 0 0 3.995 2.02a.05.05 0 0 0 .056-.019q.463-.63.818-1.329a.05.05 0 0 0-.01-.059l-.018-.011a9 9 0 0 1-1.248-.595a.05.05 0 0 1-.02-.066l.015-.019q.127-.095.248-.195a.05.05 0 0 1 .051-.007c2.619 1.196 5.454 1.196 8.041 0a.05.05 0 0 1 .053.007q.121.1.248.195a.05.05 0 0 1-.004.085a8 8 0 0 1-1.249.594a.05.05 0 0 0-.03.03a.05.05 0 0 0 .003.041c.24.465.515.909.817 1.329a.05.05 0 0 0 .056.019a13.2 13.2 0 0 0 4.001-2.02a.05.05 0 0 0 .021-.037c.334-3.451-.559-6.449-2.366-9.106a.03.03 0 0 0-.02-.019m-8.198 7.307c-.789 0-1.438-.724-1.438-1.612s.637-1.613 1.438-1.613c.807 0 1.45.73 1.438 1.613c0 .888-.637 1.612-1.438 1.612m5.316 0c-.788 0-1.438-.724-1.438-1.612s.637-1.613 1.438-1.613c.807 0 1.451.73 1.438 1.613c0 .888-.631 1.612-1.438 1.612',
}

/** Logo of a provider; decorative. */
function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <svg viewBox="0 0 16 16" className="size-5 shrink-0" fill="currentColor" aria-hidden="true">
      <path d={MARKS[provider]} />
    </svg>
  )
}
