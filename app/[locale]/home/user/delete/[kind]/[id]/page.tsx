import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireOwnProject } from '#app/[locale]/home/user/find-own.ts'
import { Confirmation } from '#components/creator/confirmation.tsx'
import { ProjectNotice } from '#components/creator/project-notice.tsx'
import { parseProjectOutcome } from '#lib/auth/project-outcome.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { idSchema } from '#lib/contract/project.ts'
import { pages } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/delete/[kind]/[id]'>

export async function generateMetadata() {
  const t = await getTranslations('creator.own')
  return { title: t('sure'), robots: { index: false } }
}

/** Asks whether to delete a project, for browsers without scripts. */
export default async function DeletePage({ params, searchParams }: Props) {
  const { locale, ...segments } = await params
  const kind = kindSchema.safeParse(segments.kind).data
  const id = idSchema.safeParse(segments.id).data
  if (!kind || id === undefined) notFound()
  const path = pages.deleteProject({ kind, id })
  const { account, project } = await requireOwnProject({ locale, kind, id, path })
  const t = await getTranslations('creator.own')
  return (
    <Confirmation
      title={t('sure')}
      text={t('warning', { title: project.title })}
      notice={
        <ProjectNotice kind={kind} outcome={parseProjectOutcome((await searchParams).told)} />
      }
      form="delete"
      fields={{ kind, id }}
      cancel={{ label: t('keep'), page: pages.ownProjects(kind, account.username) }}
      confirm={t('confirm')}
    />
  )
}
