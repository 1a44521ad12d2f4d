import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findVersions, requireOwnProject } from '#app/[locale]/home/user/find-own.ts'
import { Confirmation } from '#components/creator/confirmation.tsx'
import { ProjectNotice } from '#components/creator/project-notice.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { parseProjectOutcome } from '#lib/auth/project-outcome.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { idSchema } from '#lib/contract/project.ts'
import { pages } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/withdraw/[kind]/[id]/[version]'>

export async function generateMetadata({ params }: Props) {
  const { kind: path, id, version } = await params
  const t = await getTranslations('creator.versions')
  const kind = kindSchema.safeParse(path).data
  const versions = kind && idSchema.safeParse(id).success ? await findVersions(kind, id) : []
  const isPublished = versions.some((entry) => entry.version === version)
  return {
    title: t(isPublished ? 'sure' : 'cancelSure', { version }),
    robots: { index: false },
  }
}

/** Asks whether and why to withdraw a version, or whether to discard a scheduled one, for browsers without scripts. */
export default async function WithdrawPage({ params, searchParams }: Props) {
  const { locale, version, ...segments } = await params
  const kind = kindSchema.safeParse(segments.kind).data
  const id = idSchema.safeParse(segments.id).data
  if (!kind || id === undefined) notFound()
  const path = pages.withdraw({ kind, id }, version)
  const { token } = await requireOwnProject({ locale, kind, id, path })
  const [versions, status, t, own, form] = await Promise.all([
    findVersions(kind, id),
    ifAvailable(call('status', { kind, id }, { token })),
    getTranslations('creator.versions'),
    getTranslations('creator.own'),
    getTranslations('form'),
  ])
  const { told, reason } = await searchParams
  const outcome = parseProjectOutcome(told)
  const isTooLong = outcome === 'too_long'
  const cancel = { label: own('keep'), page: pages.edit(kind, { id }) }
  if (status?.scheduled.some((entry) => entry.version === version)) {
    return (
      <Confirmation
        title={t('cancelSure', { version })}
        text={t('cancelWarning')}
        notice={<ProjectNotice kind={kind} outcome={outcome} />}
        form="version"
        fields={{ kind, id, version, change: 'cancelled' }}
        cancel={cancel}
        confirm={t('cancel')}
      />
    )
  }
  if (!versions.some((entry) => entry.version === version && !entry.yanked_at)) notFound()
  return (
    <Confirmation
      title={t('sure', { version })}
      text={t('warning')}
      notice={!isTooLong && <ProjectNotice kind={kind} outcome={outcome} />}
      form="version"
      fields={{ kind, id, version, change: 'withdrawn' }}
      cancel={cancel}
      confirm={t('withdraw')}
    >
      <Field
        id="reason"
        name="reason"
        label={t('reason')}
        optional={form('optional')}
        help={t('reasonHelp')}
        error={isTooLong ? t('tooLong') : undefined}
        defaultValue={typeof reason === 'string' ? reason : ''}
        dir="auto"
        autoComplete="off"
      />
    </Confirmation>
  )
}
