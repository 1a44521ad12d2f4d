import { getTranslations } from 'next-intl/server'
import { type StatusFormState, toStatusForm } from '#lib/auth/status-form.ts'
import type { Project } from '#lib/contract/project.ts'
import type { ProjectStatus } from '#lib/contract/status.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { StatusForm, type StatusFormLabels } from './status-form-client.tsx'

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
  const initial: StatusFormState = toStatusForm(
    status,
    successor ? localePath(locale, pages.detail(successor)) : '',
  )
  return (
    <section id="status" className="space-y-5 border-t border-line pt-8">
      <div className="space-y-1">
        <h2 className="font-display text-lg font-semibold">{t('title')}</h2>
        <p className="text-sm text-content-muted">{t('lead')}</p>
      </div>
      <StatusForm {...{ kind, id, initial, address, locale }} labels={await labelsOf()} />
    </section>
  )
}

async function labelsOf(): Promise<StatusFormLabels> {
  const [t, outcome, form] = await Promise.all([
    getTranslations('account.projectStatus'),
    getTranslations('account.outcome'),
    getTranslations('form'),
  ])
  return {
    where: t('where'),
    visibility: {
      listed: { label: t('listed'), help: t('listedHelp') },
      unlisted: { label: t('unlisted'), help: t('unlistedHelp') },
      archived: { label: t('archived'), help: t('archivedHelp') },
    },
    deprecated: t('deprecated'),
    reason: t('reason'),
    successor: t('successor'),
    successorHelp: t('successorHelp'),
    optional: form('optional'),
    save: t('save'),
    saved: t('saved'),
    errors: {
      reason: t('reasonLong'),
      successor_unknown: t('unknown'),
      too_many: outcome('too_many'),
      unavailable: outcome('unavailable'),
      refused: outcome('refused'),
    },
  }
}
