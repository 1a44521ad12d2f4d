import { getTranslations } from 'next-intl/server'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { FeaturedList } from '#components/admin/featured-list.tsx'
import { AdminFrame } from '#components/admin/frame.tsx'
import { SettingsForm } from '#components/admin/settings-form-client.tsx'
import { settingFields } from '#components/admin/settings-fields.ts'
import { filled, settingsLabels } from '#components/admin/settings-texts.ts'
import { ButtonLink } from '#components/ui/link.tsx'
import { Section } from '#components/ui/section.tsx'
import { call } from '#lib/api/call.ts'
import { configuredProviders } from '#lib/auth/provider.ts'
import { OWN_PAGES } from '#lib/contract/admin/settings.ts'
import { env } from '#lib/env.ts'
import { keptSettings } from '#lib/form/site.ts'
import { pages } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin/settings'>

export const generateMetadata = adminMetadata('settings')

/** Settings of the site. */
export default async function SettingsPage(props: Props) {
  const { locale, given, token, path, frame } = await openAdmin('settings', props)
  const [t, about, labels, answer] = await Promise.all([
    getTranslations('admin.settings'),
    getTranslations('about'),
    settingsLabels(),
    call('settings', {}, { token }),
  ])
  const kept = await keptSettings(given, { token, locale })
  const form = { revision: answer.revision, labels, kept }
  const fields = await settingFields(env(), configuredProviders())
  const [names, announcement, home, featured, registration, providers, mails] = await Promise.all([
    filled(answer, [...fields.names, ...fields.contact]),
    filled(answer, fields.announcement),
    filled(answer, fields.home),
    filled(answer, fields.featured),
    filled(answer, fields.registration),
    filled(answer, fields.providers),
    filled(answer, fields.mails),
  ])
  return (
    <AdminFrame {...frame}>
      <Section id="names" title={t('names')} lead={t('namesLead')}>
        <SettingsForm {...form} address={`${path}#names`} fields={names} />
      </Section>
      <Section id="announcement" title={t('announcement')} lead={t('announcementLead')}>
        <SettingsForm {...form} address={`${path}#announcement`} fields={announcement} />
      </Section>
      <Section id="home" title={t('home')} lead={t('homeLead')}>
        <SettingsForm {...form} address={`${path}#home`} fields={home} />
      </Section>
      <Section id="featured" title={t('featured')} lead={t('featuredLead')}>
        <FeaturedList text={featured[0]?.value ?? ''} />
        <SettingsForm {...form} address={`${path}#featured`} fields={featured} />
      </Section>
      <Section id="registration" title={t('registration')} lead={t('registrationLead')}>
        <SettingsForm {...form} address={`${path}#registration`} fields={registration} />
      </Section>
      {providers.length > 0 && (
        <Section id="providers" title={t('providers')} lead={t('providersLead')}>
          <SettingsForm {...form} address={`${path}#providers`} fields={providers} />
        </Section>
      )}
      <Section id="mails" title={t('mails')} lead={t('mailsLead')}>
        <SettingsForm {...form} address={`${path}#mails`} fields={mails} />
      </Section>
      <Section title={t('ownPages')} lead={t('ownPagesLead')}>
        <ul className="flex flex-wrap gap-3">
          {OWN_PAGES.map((page) => (
            <li key={page}>
              <ButtonLink href={pages.adminOwnPage(page)} variant="secondary">
                {about(page)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Section>
    </AdminFrame>
  )
}
