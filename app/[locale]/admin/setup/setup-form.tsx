import { getTranslations } from 'next-intl/server'
import { ownPageFields, settingFields } from '#components/admin/settings-fields.ts'
import { SettingsForm } from '#components/admin/settings-form-client.tsx'
import { filled, refusalTexts, settingsLabels } from '#components/admin/settings-texts.ts'
import { DemoChoice } from '#components/admin/setup.tsx'
import { TestMailForm } from '#components/admin/test-mail-form-client.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { mailTestStateSchema } from '#lib/admin/site-forms.ts'
import { call } from '#lib/api/call.ts'
import type { SetupStep } from '#lib/contract/admin/setup.ts'
import { env } from '#lib/env.ts'
import { keptState } from '#lib/form/kept.ts'
import { keptSettings } from '#lib/form/site.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Query = Parameters<typeof keptState>[0]
type Props = { step: SetupStep; token: string; path: string; locale: string; query: Query }

/** What one step of the setup changes. */
export async function SetupForm({ step, token, path, locale, query }: Props) {
  if (step === 'mail') return <MailStep {...{ token, path, query }} />
  if (step === 'demo') {
    const { demo } = await call('setup', {}, { token })
    return <DemoChoice demo={demo} to={path} />
  }
  const [answer, labels, fields] = await Promise.all([
    call('settings', {}, { token }),
    settingsLabels(),
    step === 'imprint'
      ? ownPageFields('imprint', toLocale(locale), 10)
      : settingFields(env()).then((all) => all[step]),
  ])
  return (
    <>
      <SettingsForm
        address={path}
        kept={await keptSettings(query, { token, locale })}
        revision={answer.revision}
        labels={labels}
        fields={await filled(answer, fields)}
      />
      {step === 'imprint' && <AllPages />}
    </>
  )
}

async function MailStep({ token, path, query }: Omit<Props, 'step' | 'locale'>) {
  const t = await getTranslations('admin.setup')
  const { email } = await call('setup', {}, { token })
  if (email === '') return <p className="text-sm text-content-muted">{t('noAddress')}</p>
  return (
    <TestMailForm
      address={path}
      kept={await keptState(query, 'test-mail', mailTestStateSchema)}
      labels={{
        submit: t('sendTest', { email }),
        sent: t('sent'),
        failed: t('failed'),
        saved: t('saved'),
        answer: t('answer'),
        errors: { no_email: t('noAddress'), ...(await refusalTexts()) },
      }}
    />
  )
}

async function AllPages() {
  const t = await getTranslations('admin.setup')
  return (
    <p className="text-sm">
      <TextLink href={paths.adminSettings}>{t('allPages')}</TextLink>
    </p>
  )
}
