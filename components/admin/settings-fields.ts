import type { Messages } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import {
  ACCOUNT_QUOTA_MB,
  DAILY_PROJECTS,
  MODERATOR_MAILS,
  type OwnPage,
  REGISTRATIONS,
  REVIEWS,
  SWITCHES,
} from '#lib/contract/admin/settings.ts'
import { LANGUAGES, type Locale, LOCALES } from '#lib/contract/locale.ts'
import { type Provider, PROVIDER_TABLE } from '#lib/contract/provider.ts'
import type { SettingField } from './settings-form-client.tsx'

type Fields = Omit<SettingField, 'value' | 'fixed'>[]
/** What names and address are by default. */
type Defaults = { SITE_NAME: string; APP_NAME: string; SUPPORT_EMAIL: string }

type Texts = Messages['admin']['settings']
/** Messages that have a help beside them. */
type Helped = { [K in keyof Texts]: `${K}Help` extends keyof Texts ? K : never }[keyof Texts]

async function settingTexts() {
  const t = await getTranslations('admin.settings')
  return { t, helped: (key: Helped) => ({ label: t(key), help: t(`${key}Help`) }) }
}

/** The fields of settings, by the forms that they are in. `providers`: those that are configured. */
export async function settingFields(
  { SITE_NAME, APP_NAME, SUPPORT_EMAIL }: Defaults,
  providers: readonly Provider[] = [],
) {
  const { t, helped } = await settingTexts()
  return {
    names: [
      { name: 'site_name', kind: 'line', ...helped('siteName'), placeholder: SITE_NAME },
      { name: 'app_name', kind: 'line', ...helped('appName'), placeholder: APP_NAME },
    ],
    contact: [
      {
        name: 'support_email',
        kind: 'email',
        ...helped('supportEmail'),
        placeholder: SUPPORT_EMAIL,
      },
    ],
    announcement: [
      ...LOCALES.map((one) => ({
        name: `announcement.${one}` as const,
        kind: 'line' as const,
        label: LANGUAGES[one].name,
        lang: LANGUAGES[one].lang,
      })),
      { name: 'announcement.from', kind: 'time', ...helped('from') },
      { name: 'announcement.until', kind: 'time', ...helped('until') },
    ],
    home: await homeFields(APP_NAME),
    featured: [
      {
        name: 'featured',
        kind: 'area',
        rows: 5,
        label: t('featuredList'),
        help: t('featuredHelp'),
      },
    ],
    registration: await registrationFields(),
    providers: providers.map((provider) => ({
      name: `provider.${provider}` as const,
      kind: 'choice' as const,
      label: PROVIDER_TABLE[provider].name,
      options: SWITCHES.map((value) => ({ value, label: t(`switch.${value}`) })),
    })),
    mails: [
      {
        name: 'moderator_mails',
        kind: 'choice',
        label: t('mailsWhen'),
        options: MODERATOR_MAILS.map((value) => ({ value, label: t(`mailsMode.${value}`) })),
      },
    ],
  } as const satisfies Record<string, Fields>
}

/** The text of a page that the operator writes, in one language. */
export async function ownPageFields(
  page: OwnPage,
  language: Locale,
  rows: number,
): Promise<Fields> {
  const { t } = await settingTexts()
  const { name: label, lang } = LANGUAGES[language]
  const area = { kind: 'area', rows, lang, hasPreview: true } as const
  return [{ ...area, name: `${page}.${language}`, label, help: t('markdownHelp') }]
}

/** Title and text of the home page, in each language. */
async function homeFields(app: string) {
  const t = await getTranslations('admin.settings')
  const fields = LOCALES.map(async (locale) => {
    const texts = await getTranslations({ locale, namespace: 'home' })
    const { name: language, lang } = LANGUAGES[locale]
    const line = { kind: 'line', lang } as const
    return [
      {
        ...line,
        name: `home_title.${locale}` as const,
        label: t('homeTitle', { language }),
        placeholder: texts('welcome', { app }),
      },
      {
        ...line,
        name: `home_text.${locale}` as const,
        label: t('homeText', { language }),
        placeholder: texts('lead', { app }),
      },
    ]
  })
  return (await Promise.all(fields)).flat()
}

/** Who may register and publish, and how much. */
async function registrationFields() {
  const { t, helped } = await settingTexts()
  return [
    {
      name: 'registration',
      kind: 'choice',
      label: t('registrationWho'),
      options: REGISTRATIONS.map((value) => ({ value, label: t(`registrationMode.${value}`) })),
    },
    { name: 'registration_allowed', kind: 'area', rows: 4, ...helped('allowed') },
    {
      name: 'review',
      kind: 'choice',
      ...helped('review'),
      options: REVIEWS.map((value) => ({ value, label: t(`reviewMode.${value}`) })),
    },
    {
      name: 'daily_projects',
      kind: 'line',
      ...helped('dailyProjects'),
      placeholder: String(DAILY_PROJECTS),
    },
    {
      name: 'account_quota_mb',
      kind: 'line',
      ...helped('accountQuota'),
      placeholder: String(ACCOUNT_QUOTA_MB),
    },
  ] as const satisfies Fields
}
