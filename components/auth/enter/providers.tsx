import { getLocale, getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button.tsx'
import { PROVIDER_TABLE, type Provider } from '#lib/contract/provider.ts'
import { endpoints } from '#lib/paths.ts'
import { ProviderMark } from './provider-mark.tsx'

type Props = { providers: readonly Provider[]; redirect: string | null }

/** One button per configured provider: plain forms that work without scripts. */
export async function Providers({ providers, redirect }: Props) {
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
