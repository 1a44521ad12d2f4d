import { getTranslations } from 'next-intl/server'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AdminFrame } from '#components/admin/frame.tsx'
import { Doctor } from '#components/admin/health.tsx'
import { BackupList, Jobs, Storage } from '#components/admin/system.tsx'
import { Section } from '#components/ui/section.tsx'
import { call } from '#lib/api/call.ts'

type Props = PageProps<'/[locale]/admin/system'>

export const generateMetadata = adminMetadata('system')

/** Jobs, stored files, backups, and what the doctor has found. */
export default async function SystemPage(props: Props) {
  const { token, path, frame } = await openAdmin('system', props)
  const [t, system] = await Promise.all([getTranslations('admin'), call('system', {}, { token })])
  return (
    <AdminFrame {...frame}>
      <p className="text-sm text-content-muted">
        {t('overview.version', { version: system.version })}
      </p>
      <Section title={t('system.jobs')}>
        <Jobs jobs={system.jobs} to={path} />
      </Section>
      <Section title={t('system.storage')}>
        <Storage storage={system.storage} free_bytes={system.free_bytes} />
      </Section>
      <Section title={t('system.backups')}>
        <BackupList backups={system.backups} to={path} />
      </Section>
      <Section title={t('doctor.title')} lead={t('doctor.lead')}>
        <Doctor doctor={system.doctor} />
      </Section>
    </AdminFrame>
  )
}
