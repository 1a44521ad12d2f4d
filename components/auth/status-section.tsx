import { getTranslations } from 'next-intl/server'
import { toStatusForm } from '#lib/auth/status-form.ts'
import type { Project } from '#lib/contract/project.ts'
import type { ProjectStatus } from '#lib/contract/status.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { Section } from '#components/ui/section.tsx'
import { StatusForm } from './status-form-client.tsx'

type Props = {
  project: Project
  status: ProjectStatus
  /** Path of this page. */
  address: string
  locale: string
}

/** Where a project is shown, and whether it is deprecated. */
export async function StatusSection({ project, status, address, locale }: Props) {
  const t = await getTranslations('account.projectStatus')
  const { kind, id } = project
  const successor = status.deprecation?.successor
  const initial = toStatusForm(status, successor ? localePath(locale, pages.detail(successor)) : '')
  return (
    <Section id="status" title={t('title')} lead={t('lead')}>
      <StatusForm {...{ kind, id, initial, address }} />
    </Section>
  )
}
