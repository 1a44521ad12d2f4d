import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { adminMetadata, openAdmin } from './open.ts'
import { AdminFrame } from '#components/admin/frame.tsx'
import { Backups, Doctor, Health } from '#components/admin/health.tsx'
import { SetupBanner } from '#components/admin/setup.tsx'
import { Waiting } from '#components/admin/waiting.tsx'
import { Section } from '#components/ui/section.tsx'
import { call } from '#lib/api/call.ts'
import { hasRole } from '#lib/contract/admin/role.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin'>

export const generateMetadata = adminMetadata('overview')

/** What waits for a moderator, and whether every part of the site works. */
export default async function AdminPage(props: Props) {
  const { locale, token, role, path, frame } = await openAdmin('overview', props)
  const t = await getTranslations('admin')
  const overview = await call('adminOverview', {}, { token })
  const isSetupOpen = overview.is_setup_open && hasRole(role, 'administrator')
  // The first administrator goes on with the setup.
  if (isSetupOpen && frame.result?.form === 'accept')
    redirect(localePath(locale, paths.adminSetup()))
  return (
    <AdminFrame {...frame}>
      {isSetupOpen && <SetupBanner to={path} />}
      <Section title={t('waiting.title')}>
        <Waiting waiting={overview.waiting} />
      </Section>
      <Section
        title={t('health.title')}
        lead={t('overview.version', { version: overview.version })}
      >
        <Health health={overview.health} />
      </Section>
      <Section title={t('backups.title')}>
        <Backups backups={overview.backups} />
      </Section>
      <Section title={t('doctor.title')} lead={t('doctor.lead')}>
        <Doctor doctor={overview.doctor} />
      </Section>
    </AdminFrame>
  )
}
