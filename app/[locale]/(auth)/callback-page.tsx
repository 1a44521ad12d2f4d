import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { OUTCOMES, type ProviderOutcome } from '#lib/sign-in/provider.ts'
import { safePath } from '#lib/sign-in/safe-path.ts'
import { callbackPath, PROVIDER_TABLE, type Provider } from '#lib/contract/provider.ts'
import { endpoints, paths } from '#lib/paths.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { authTexts } from '#lib/seo/texts.ts'
import { type AuthPageProps, single } from './auth-page.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { Strip } from '#components/ui/strip.tsx'

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
    return <Returned provider={provider} outcome={outcome} returnTo={path} />
  }
}

/** Metadata of the page. Not indexed. */
export async function callbackMetadata(provider: Provider): Promise<Metadata> {
  const [locale, t] = await Promise.all([getLocale(), getTranslations()])
  const { name } = PROVIDER_TABLE[provider]
  return pageMetadata(t, {
    locale,
    path: callbackPath(provider),
    ...authTexts(t, 'password'),
    title: t('auth.outcome.title', { provider: name }),
    isIndexed: false,
  })
}

type Props = { provider: Provider; outcome: ProviderOutcome; returnTo: string | null }

/** Reports that a sign-in through a provider failed, with a link to the sign-in page. */
async function Returned({ provider, outcome, returnTo }: Props) {
  const t = await getTranslations('auth.outcome')
  const { name } = PROVIDER_TABLE[provider]
  const isCancelLogin = outcome === 'cancelled'
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 py-16 text-center">
      <Strip art="locked" className={`w-72 max-w-full ${isCancelLogin ? '' : 'opacity-60'}`} />
      <p className="mt-4 text-sm text-content-faint">{t('title', { provider: name })}</p>
      <h1 className="font-display text-xl font-bold">
        {t(`${outcome}.title`, { provider: name })}
      </h1>
      <p className="text-content-muted">{t(`${outcome}.text`, { provider: name })}</p>
      <ButtonLink
        href={paths.login({ redirect: returnTo })}
        variant="primary"
        size="lg"
        className="mt-4"
      >
        {t('again')}
      </ButtonLink>
    </div>
  )
}
