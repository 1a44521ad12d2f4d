import { notFound } from 'next/navigation'
import { z } from 'zod'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AdminFrame } from '#components/admin/frame.tsx'
import { SettingsForm } from '#components/admin/settings-form-client.tsx'
import { ownPageFields } from '#components/admin/settings-fields.ts'
import { filled, settingsLabels } from '#components/admin/settings-texts.ts'
import { Link } from '#components/ui/link.tsx'
import { call } from '#lib/api/call.ts'
import { OWN_PAGES } from '#lib/contract/admin/settings.ts'
import { LANGUAGES, LOCALES } from '#lib/contract/locale.ts'
import { keptSettings } from '#lib/form/site.ts'
import { paths } from '#lib/paths.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = PageProps<'/[locale]/admin/settings/[page]'>

export const generateMetadata = adminMetadata((t) => t('settings.ownPages'))

/** The text of a page that the operator writes, in one language at a time. */
export default async function OwnPageSettings(props: Props) {
  const { locale, page: named } = await props.params
  const page = z.enum(OWN_PAGES).safeParse(named).data ?? notFound()
  const { lang } = await props.searchParams
  const language = LOCALES.find((one) => one === (lang ?? locale)) ?? LOCALES[0]
  const place = paths.adminOwnPage(page, { lang: language })
  const { given, token, path, frame } = await openAdmin('settings', props, place)
  const [t, about] = await getTexts('admin.settings', 'about')
  const [labels, answer] = await Promise.all([settingsLabels(), call('settings', {}, { token })])
  const fields = await filled(answer, await ownPageFields(page, language, 18))
  return (
    <AdminFrame {...frame} title={about(page)} lead={t('ownPagesLead')}>
      <nav aria-label={t('languages')}>
        <ul className="flex flex-wrap gap-1">
          {LOCALES.map((one) => (
            <li key={one}>
              <Link
                href={paths.adminOwnPage(page, { lang: one })}
                aria-current={one === language ? 'page' : undefined}
                lang={LANGUAGES[one].lang}
                className="block rounded-key px-3 py-2 text-sm hover:bg-surface-1 aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent"
              >
                {LANGUAGES[one].name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SettingsForm
        key={language}
        address={path}
        kept={await keptSettings(given, { token, locale })}
        revision={answer.revision}
        labels={labels}
        fields={fields}
      />
    </AdminFrame>
  )
}
