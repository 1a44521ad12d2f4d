import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { InstalledForm } from '#components/installed/installed-form-client.tsx'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/installed'>

export async function generateMetadata() {
  const t = await getTranslations('installed')
  return { title: t('title'), robots: { index: false } }
}

/** What is newer than what a visitor has installed. For everybody, complete without scripts. */
export default async function InstalledPage({ params }: Props) {
  const [{ locale }, t, { installed, form }] = await Promise.all([
    params,
    getTranslations('installed'),
    getMessages(),
  ])
  return (
    <div className="mx-auto max-w-3xl space-y-8 pt-4 pb-16">
      <header className="space-y-2">
        <h1 className="font-display text-2xl font-bold text-balance">{t('title')}</h1>
        <p className="max-w-prose text-content-muted">{t('lead', { app: env().APP_NAME })}</p>
      </header>
      <NextIntlClientProvider messages={{ installed, form }}>
        <InstalledForm address={localePath(locale, paths.installed)} />
      </NextIntlClientProvider>
    </div>
  )
}
