import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { Returned } from '#components/auth/enter/returned.tsx'
import { OUTCOMES } from '#lib/auth/provider.ts'
import { safePath } from '#lib/auth/safe-path.ts'
import { callbackPath, PROVIDER_TABLE, type Provider } from '#lib/contract/provider.ts'
import { endpoints } from '#lib/paths.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { authTexts } from '#lib/seo/texts.ts'
import { type AuthPageProps, single } from './auth-page.tsx'

/** Page that a provider redirects to: passes the parameters on, or shows the outcome. */
export function callbackPage(provider: Provider) {
  return async function CallbackPage({ searchParams }: AuthPageProps) {
    const query = await searchParams
    const outcome = OUTCOMES.find((name) => name === query['outcome'])
    if (!outcome) {
      const parameters = Object.entries(query).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      )
      redirect(endpoints.returnFrom(provider, Object.fromEntries(parameters)))
    }
    const path = safePath(single(query['redirect']))
    return <Returned provider={provider} outcome={outcome} redirect={path} />
  }
}

/** Metadata of the page. Not indexed. */
export async function callbackMetadata(provider: Provider): Promise<Metadata> {
  const [locale, t] = await Promise.all([getLocale(), getTranslations()])
  const { name } = PROVIDER_TABLE[provider]
  return pageMetadata({
    locale,
    path: callbackPath(provider),
    ...authTexts(t, 'password'),
    title: t('auth.outcome.title', { provider: name }),
    isIndexed: false,
  })
}
