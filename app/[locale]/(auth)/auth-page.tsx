import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { AuthScreen, isEnded } from '#components/auth/enter/screen.tsx'
import type { PendingRegistration } from '#lib/auth/pending-registration.ts'
import { enterStateSchema, type PageMode } from '#lib/auth/form.ts'
import { keptState } from '#lib/form/kept.ts'
import { shownSettings } from '#lib/env.ts'
import { offeredProviders } from '#lib/auth/provider.ts'
import { invitationIn } from '#lib/auth/invitation-in.ts'
import { safePath } from '#lib/auth/safe-path.ts'
import { type Path, pages } from '#lib/paths.ts'
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
  password: pages.login(),
  code: pages.login(),
  register: pages.register(),
  reset: pages.resetPassword(),
} satisfies Record<PageMode, Path>

/** Metadata of a mode. Not indexed. */
export async function authMetadata(mode: PageMode): Promise<Metadata> {
  const [locale, t] = await Promise.all([getLocale(), getTranslations()])
  return pageMetadata(t, { locale, path: PATHS[mode], ...authTexts(t, mode), isIndexed: false })
}
