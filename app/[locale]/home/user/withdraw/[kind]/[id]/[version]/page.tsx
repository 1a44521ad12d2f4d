import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findVersions, requireOwnProject } from '#app/[locale]/home/user/find-own.ts'
import { Confirmation } from '#components/creator/confirmation.tsx'
import { ProjectNotice } from '#components/creator/project-notice.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { parseProjectOutcome } from '#lib/auth/project-outcome.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { idSchema } from '#lib/contract/project.ts'
import { pages } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/withdraw/[kind]/[id]/[version]'>

export async function generateMetadata({ params }: Props) {
  const { version } = await params
  const t = await getTranslations('creator.versions')
  return { title: t('sure', { version }), robots: { index: false } }
}

/** Asks whether and why to withdraw a version, for browsers without scripts. */
export default async function WithdrawPage({ params, searchParams }: Props) {
  const { locale, version, ...segments } = await params
  const kind = kindSchema.safeParse(segments.kind).data
  const id = idSchema.safeParse(segments.id).data
  if (!kind || id === undefined) notFound()
  const path = pages.withdraw({ kind, id }, version)
  await requireOwnProject({ locale, kind, id, path })
  const versions = await findVersions(kind, id)
  if (!versions.some((entry) => entry.version === version && !entry.yanked_at)) notFound()
  const { told, reason } = await searchParams
  const outcome = parseProjectOutcome(told)
  const isTooLong = outcome === 'too_long'
  const [t, own, form] = await Promise.all([
    getTranslations('creator.versions'),
    getTranslations('creator.own'),
    getTranslations('form'),
  ])
  return (
    <Confirmation
      title={t('sure', { version })}
      text={t('warning')}
      notice={!isTooLong && <ProjectNotice kind={kind} outcome={outcome} />}
      form="version"
      fields={{ kind, id, version, change: 'withdrawn' }}
      cancel={{ label: own('keep'), page: pages.edit(kind, { id }) }}
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
