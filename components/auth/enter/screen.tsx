import { getLocale, getTranslations } from 'next-intl/server'
import { Link, TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Strip } from '#components/ui/strip.tsx'
import type { PageMode, Values } from '#lib/auth/form.ts'
import type { Provider } from '#lib/contract/provider.ts'
import { localePath } from '#lib/i18n/path.ts'
import { type Path, pages } from '#lib/paths.ts'
import { CarryHash } from './carry-hash-client.tsx'
import { EnterForm } from './enter-form-client.tsx'
import { formLabels } from './labels.ts'
import { Providers } from './providers.tsx'

type Props = {
  mode: PageMode
  /** Path to continue to; already checked. */
  redirect: string | null
  providers: readonly Provider[]
  /** What has just ended: a session or an account. */
  ended?: Ended | null
  /** Values carried over from the sign-in form. */
  prefilled?: Values | null
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

/** Address of a mode: a form without scripts is posted there. */
function addressOf(mode: PageMode, redirect: string | null): Path {
  if (mode === 'register') return pages.register(redirect)
  if (mode === 'reset') return pages.resetPassword(redirect)
  return pages.login({ ...(mode === 'code' && { by: mode }), redirect })
}

/** Sign-in, registration and password reset: modes of one screen. */
export async function AuthScreen({
  mode,
  redirect,
  providers,
  ended = null,
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
                href={pages.login({ ...(tab === 'code' && { by: tab }), redirect })}
                aria-current={tab === mode ? 'page' : undefined}
                className="flex-1 rounded-key px-3 py-2 text-center text-content-muted transition hover:text-content aria-[current]:bg-surface-0 aria-[current]:font-medium aria-[current]:text-content"
              >
                {t(`tabs.${tab}`)}
              </Link>
            ))}
          </nav>
        )}
        <EnterForm
          key={mode}
          mode={mode}
          address={localePath(locale, addressOf(mode, redirect))}
          locale={locale}
          redirect={redirect}
          labels={labels}
          prefilled={prefilled}
        />
        {mode === 'password' && (
          <p className="text-sm">
            <TextLink href={pages.resetPassword(redirect)}>{t('forgotten')}</TextLink>
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
            href={isLogin ? pages.register(redirect) : pages.login({ redirect })}
            className="font-medium text-content"
          >
            {isLogin ? t('toRegister') : t('toLogin')}
          </TextLink>
        </p>
      </div>
    </div>
  )
}
