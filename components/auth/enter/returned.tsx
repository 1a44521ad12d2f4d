import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '#components/ui/link.tsx'
import { Strip } from '#components/ui/strip.tsx'
import type { Outcome } from '#lib/auth/provider.ts'
import { PROVIDER_TABLE, type Provider } from '#lib/contract/provider.ts'
import { pages } from '#lib/paths.ts'

type Props = { provider: Provider; outcome: Outcome; redirect: string | null }

/** Reports that a sign-in through a provider failed, with a link to the sign-in page. */
export async function Returned({ provider, outcome, redirect }: Props) {
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
      <ButtonLink href={pages.login({ redirect })} variant="primary" size="lg" className="mt-4">
        {t('again')}
      </ButtonLink>
    </div>
  )
}
