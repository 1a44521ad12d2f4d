import { getLocale, getTranslations } from 'next-intl/server'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Strip } from '#components/ui/strip.tsx'
import type { PageMode, Values } from '#lib/auth/form.ts'
import type { Provider } from '#lib/contract/provider.ts'
import { CarryHash } from './carry-hash-client.tsx'
import { EnterForm } from './enter-form-client.tsx'
import { formWords } from './form-words.ts'
import { Providers } from './providers.tsx'

type Props = {
  mode: PageMode
  /** Where to go on afterwards; a path that has been checked. */
  redirect: string | null
  providers: readonly Provider[]
  /** What has just come to its end, and how. */
  ended?: Ended | null
  /** What the form for signing in has brought along. */
  begun?: Values | null
}

/** By the value of `ended` in the address: a session, one that only this browser forgot, an account. */
const ENDED_WORDS = { '1': 'ended', here: 'endedHere', deleted: 'deleted' } as const
export type Ended = keyof typeof ENDED_WORDS
export const isEnded = (text: string | null): text is Ended =>
  text !== null && Object.keys(ENDED_WORDS).includes(text)

/** Signing in, registering and setting a new password: modes of one screen. */
export async function AuthScreen({ mode, redirect, providers, ended = null, begun = null }: Props) {
  const [t, locale, words] = await Promise.all([
    getTranslations('auth'),
    getLocale(),
    formWords(mode),
  ])
  const to = (path: string, query: Record<string, string> = {}) => {
    const all = new URLSearchParams({ ...query, ...(redirect !== null && { redirect }) }).toString()
    return all ? `${path}?${all}` : path
  }
  const isLogin = mode === 'password' || mode === 'code'
  return (
    <div className="mx-auto w-full max-w-md py-6 sm:py-12">
      <CarryHash />
      <Strip className="mb-8 w-40" />
      <h1 className="font-display text-xl font-bold sm:text-2xl">{t(`title.${mode}`)}</h1>
      <p className="mt-2 text-content-muted">{t(`lead.${mode}`)}</p>
      <div className="mt-8 space-y-6">
        {ended && <Notice tone="info">{t(ENDED_WORDS[ended])}</Notice>}
        {isLogin && (
          <nav aria-label={t('tabs.label')} className="flex rounded-key bg-surface-2 p-1 text-sm">
            {(['password', 'code'] as const).map((one) => (
              <Link
                key={one}
                href={to('/login', one === 'code' ? { by: 'code' } : {})}
                aria-current={one === mode ? 'page' : undefined}
                className="flex-1 rounded-key px-3 py-2 text-center text-content-muted transition hover:text-content aria-[current]:bg-surface-0 aria-[current]:font-medium aria-[current]:text-content"
              >
                {t(`tabs.${one}`)}
              </Link>
            ))}
          </nav>
        )}
        <EnterForm
          key={mode}
          mode={mode}
          locale={locale}
          redirect={redirect}
          words={words}
          begun={begun}
        />
        {mode === 'password' && (
          <p className="text-sm">
            <Link href={to('/resetpwd')} className="underline underline-offset-4">
              {t('forgotten')}
            </Link>
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
          <Link
            href={to(isLogin ? '/register' : '/login')}
            className="font-medium text-content underline underline-offset-4"
          >
            {isLogin ? t('toRegister') : t('toLogin')}
          </Link>
        </p>
      </div>
    </div>
  )
}
