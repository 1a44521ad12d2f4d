import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { SetupForm } from './setup-form.tsx'
import { AdminFrame } from '#components/admin/frame.tsx'
import { SetupNavigation, SetupSteps } from '#components/admin/setup.tsx'
import { Section } from '#components/ui/section.tsx'
import { SETUP_STEPS } from '#lib/contract/admin/setup.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin/setup'>

export const generateMetadata = adminMetadata((t) => t('setup.title'))

/** The first steps of a new site, one at a time; each can be skipped. */
export default async function SetupPage(props: Props) {
  const given = (await props.searchParams)['step']
  const step = z.enum(SETUP_STEPS).safeParse(given).data ?? SETUP_STEPS[0]
  const page = paths.adminSetup({ step })
  const { locale, token, path, frame, given: query } = await openAdmin('settings', props, page)
  const t = await getTranslations('admin.setup')
  return (
    <AdminFrame {...frame} title={t('title')} lead={t('lead')}>
      <SetupSteps step={step} />
      <Section key={step} title={t(`step.${step}`)} lead={t(`about.${step}`)}>
        <SetupForm {...{ step, token, path, locale, query }} />
      </Section>
      <SetupNavigation step={step} done={localePath(locale, paths.admin)} />
    </AdminFrame>
  )
}
