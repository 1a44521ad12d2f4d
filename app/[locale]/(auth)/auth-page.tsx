import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AuthScreen, isEnded } from '#components/auth/screen.tsx'
import type { Begun } from '#lib/auth/begun.ts'
import type { PageMode } from '#lib/auth/form.ts'
import { offeredProviders } from '#lib/auth/provider.ts'
import { safePath } from '#lib/auth/safe-path.ts'

type Query = Record<string, string | string[] | undefined>
export type AuthPageProps = { searchParams: Promise<Query> }

/** The one value of a parameter; none where it stands twice. */
export function single(value: Query[string]): string | null {
  return typeof value === 'string' ? value : null
}

/** The screen in one of its modes. */
export function authPage(mode: PageMode, query: Query, begun: Begun | null = null) {
  const ended = single(query['ended'])
  return (
    <AuthScreen
      mode={mode}
      redirect={safePath(single(query['redirect']))}
      providers={offeredProviders()}
      ended={isEnded(ended) ? ended : null}
      begun={begun}
    />
  )
}

/** Title of a mode; search engines have no use for these pages. */
export async function titleOf(mode: PageMode): Promise<Metadata> {
  const t = await getTranslations('auth')
  return { title: t(`title.${mode}`), robots: { index: false, follow: true } }
}
