import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { AuthScreen, isEnded } from '#components/sign-in/screen.tsx'
import type { PendingRegistration } from '#lib/sign-in/pending-registration.ts'
import { enterStateSchema, type PageMode } from '#lib/sign-in/enter-form.ts'
import { keptState } from '#lib/form/kept.ts'
import { shownSettings } from '#lib/env.ts'
import { offeredProviders } from '#lib/sign-in/provider.ts'
import { invitationIn } from '#lib/sign-in/invitation-in.ts'
import { safePath } from '#lib/sign-in/safe-path.ts'
import { type Path, paths } from '#lib/paths.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { authTexts } from '#lib/seo/texts.ts'

type Query = Record<string, string | string[] | undefined>
export type AuthPageProps = { searchParams: Promise<Query> }

/** Value of a parameter; `null` if it is missing or repeated. */
export function single(value: Query[string]): string | null {
  return typeof value === 'string' ? value : null
}

/** The sign-in screen in one of its modes. */
export async function authPage(
  mode: PageMode,
  query: Query,
  prefilled: PendingRegistration | null = null,
) {
  const ended = single(query['ended'])
  const redirect = safePath(single(query['redirect']))
  return (
    <AuthScreen
      mode={mode}
      redirect={redirect}
      isInvited={invitationIn(redirect) !== undefined}
      providers={offeredProviders()}
      registration={shownSettings().registration ?? 'open'}
      ended={isEnded(ended) ? ended : null}
      kept={await keptState(query, 'enter', enterStateSchema)}
      prefilled={prefilled}
    />
  )
}

const PATHS = {
  password: paths.login(),
  code: paths.login(),
  register: paths.register(),
  reset: paths.resetPassword(),
} satisfies Record<PageMode, Path>

/** Metadata of a mode. Not indexed. */
export async function authMetadata(mode: PageMode): Promise<Metadata> {
  const [locale, t] = await Promise.all([getLocale(), getTranslations()])
  return pageMetadata(t, { locale, path: PATHS[mode], ...authTexts(t, mode), isIndexed: false })
}
