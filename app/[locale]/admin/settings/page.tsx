import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { FeaturedList } from '#components/admin/featured-list.tsx'
import { AdminFrame } from '#components/admin/frame.tsx'
import { SettingsForm } from '#components/admin/settings-form-client.tsx'
import { settingFields } from '#components/admin/settings-fields.ts'
import { filled, settingsLabels } from '#components/admin/settings-texts.ts'
import { ButtonLink } from '#components/ui/link.tsx'
import { Section } from '#components/ui/section.tsx'
import { call } from '#lib/api/call.ts'
import { configuredProviders } from '#lib/sign-in/provider.ts'
import { OWN_PAGES } from '#lib/contract/admin/settings.ts'
import { env } from '#lib/env.ts'
import { keptSettings } from '#lib/form/site.ts'
import { paths } from '#lib/paths.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = PageProps<'/[locale]/admin/settings'>

export const generateMetadata = adminMetadata('settings')

/** Each has a section of the page. */
const FORMS = [
  'names',
  'announcement',
  'home',
  'featured',
  'registration',
  'providers',
  'mails',
] as const

/** Settings of the site. */
export default async function SettingsPage(props: Props) {
  const { locale, given, token, path, frame } = await openAdmin('settings', props)
  const [t, about] = await getTexts('admin.settings', 'about')
  const [labels, answer] = await Promise.all([settingsLabels(), call('settings', {}, { token })])
  const kept = await keptSettings(given, { token, locale })
  const form = { revision: answer.revision, labels, kept }
  const { contact, ...fields } = await settingFields(env(), configuredProviders())
  const ofSection = { ...fields, names: [...fields.names, ...contact] }
  const sections = await Promise.all(
    FORMS.map(async (name) => ({ name, fields: await filled(answer, ofSection[name]) })),
  )
  return (
    <AdminFrame {...frame}>
      {sections.map(
        ({ name, fields: shown }) =>
          shown.length > 0 && (
            <Section key={name} id={name} title={t(name)} lead={t(`${name}Lead`)}>
              {name === 'featured' && <FeaturedList text={shown[0]?.value ?? ''} />}
              <SettingsForm {...form} address={`${path}#${name}`} fields={shown} />
            </Section>
          ),
      )}
      <Section title={t('ownPages')} lead={t('ownPagesLead')}>
        <ul className="flex flex-wrap gap-3">
          {OWN_PAGES.map((page) => (
            <li key={page}>
              <ButtonLink href={paths.adminOwnPage(page)} variant="secondary">
                {about(page)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Section>
    </AdminFrame>
  )
}
