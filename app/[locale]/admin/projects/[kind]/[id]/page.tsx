import { notFound } from 'next/navigation'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AdminFrame } from '#components/admin/frame.tsx'
import { CorrectProject, DecideProject } from '#components/admin/project.tsx'
import { ProjectStateMark } from '#components/admin/project-list.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Section } from '#components/ui/section.tsx'
import { call } from '#lib/api/call.ts'
import { ifFound } from '#lib/api/if-available.ts'
import { hasRole } from '#lib/contract/admin/role.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = PageProps<'/[locale]/admin/projects/[kind]/[id]'>

export const generateMetadata = adminMetadata('projects')

/** A project of any state: what it is, and what a moderator can do with it. */
export default async function ProjectPage(props: Props) {
  const { kind, id } = await props.params
  const place = projectParamsSchema.safeParse({ kind, id: decodeSegment(id) }).data
  if (!place) notFound()
  const page = paths.adminProject(place)
  const { locale, token, role, path, frame } = await openAdmin('projects', props, page)
  const project = await ifFound(call('moderatedProject', place, { token }))
  if (!project) notFound()
  const [t, held, accounts, kinds, categories] = await getTexts(
    'admin.projects',
    'admin.held',
    'admin.accounts',
    'kind',
    'category',
  )
  const isShown = project.state === 'public' || project.state === 'unlisted'
  return (
    <AdminFrame {...frame} title={project.title} lead={project.tagline}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-content-muted">
        <ProjectStateMark state={project.state} />
        {kinds(`${project.kind}.one`)} · {categories(project.category)} · {project.version}
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <TextLink href={paths.adminAccount(project.author)}>
          <bdi>{project.author}</bdi>
        </TextLink>
        {isShown && <TextLink href={paths.detail(project)}>{t('projectPage')}</TextLink>}
        {project.state === 'held' && <TextLink href={paths.adminHeld}>{held('title')}</TextLink>}
        <TextLink href={paths.adminAudit({ q: project.id })}>{accounts('log')}</TextLink>
        {isShown && hasRole(role, 'administrator') && (
          <TextLink href={`${paths.adminSettings}#featured`}>{t('feature')}</TextLink>
        )}
      </p>
      {project.is_own ? (
        <Notice tone="info">{held('own')}</Notice>
      ) : (
        <>
          {isShown && (
            <Section title={t('correct')} lead={t('correctLead')}>
              <CorrectProject project={project} to={path} />
            </Section>
          )}
          {project.state !== 'held' && (
            <Section title={t('decide')} lead={t('decideLead')}>
              <DecideProject
                project={project}
                to={path}
                done={localePath(locale, paths.adminProjects())}
              />
            </Section>
          )}
        </>
      )}
    </AdminFrame>
  )
}
