import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Returned } from '#components/auth/returned.tsx'
import { OUTCOMES } from '#lib/auth/provider.ts'
import { safePath } from '#lib/auth/safe-path.ts'
import { PROVIDER_TABLE, type Provider } from '#lib/contract/provider.ts'
import { type AuthPageProps, single } from './auth-page.tsx'

/** The return screen of a provider: hands over what it sent, or says what came of it. */
export function callbackPage(provider: Provider) {
  return async function CallbackPage({ searchParams }: AuthPageProps) {
    const query = await searchParams
    const outcome = OUTCOMES.find((one) => one === query['outcome'])
    if (!outcome) {
      const sent = Object.entries(query).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      )
      redirect(`/api/session/${provider}/return?${new URLSearchParams(sent)}`)
    }
    const place = safePath(single(query['redirect']))
    return <Returned provider={provider} outcome={outcome} redirect={place} />
  }
}

/** Title of a return screen. */
export async function callbackTitle(provider: Provider): Promise<Metadata> {
  const t = await getTranslations('auth.outcome')
  const { name } = PROVIDER_TABLE[provider]
  return { title: t('title', { provider: name }), robots: { index: false } }
}
