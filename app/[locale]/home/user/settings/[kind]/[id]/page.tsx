import { getTranslations } from 'next-intl/server'
import { privateTitle, projectOf, requireOwnProject } from '#app/[locale]/home/user/find-own.ts'
import { AccountMessages } from '#components/signed-in/account-messages.tsx'
import { PublisherSection } from '#components/programs/publisher-section.tsx'
import { ReleaseSection } from '#components/programs/release-section.tsx'
import { ProjectSettings } from '#components/creator/own/project-settings.tsx'
import { ReleaseList } from '#components/creator/own/release-list.tsx'
import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { parseFormResult } from '#lib/account/account-outcome.ts'
import { ownPublishers } from '#lib/sign-in/current.ts'
import { localePath } from '#lib/i18n/path.ts'
import { env } from '#lib/env.ts'
import { paths } from '#lib/paths.ts'
import { neededBy } from '#lib/creator/needed-by.ts'
import {
  type StatusFormState,
  statusStateSchema,
  toStatusForm,
} from '#lib/own-projects/status-form.ts'
import { releaseStateSchema } from '#lib/programs/release-form.ts'
import { keptState } from '#lib/form/kept.ts'
import type { Project } from '#lib/contract/project.ts'
import type { ProjectStatus } from '#lib/contract/status.ts'
import { Section } from '#components/ui/section.tsx'
import { StatusForm } from '#components/creator/own/status-form-client.tsx'

type Props = PageProps<'/[locale]/home/user/settings/[kind]/[id]'>

export const generateMetadata = privateTitle((t) => t('creator.settings.title'))

/** Where one's own project is shown, how it is published by programs, and what was done to it. */
export default async function SettingsPage({ params, searchParams }: Props) {
  const { locale, ...segments } = await params
  const { kind, id } = projectOf(segments)
  const path = paths.settings({ kind, id })
  const query = await searchParams
  const { token, project } = await requireOwnProject({ locale, kind, id, path })
  const [status, log, tokens, publishers, releases] = await Promise.all([
    ifAvailable(call('status', { kind, id }, { token })),
    ifAvailable(call('projectLog', { kind, id }, { token })),
    ifAvailable(call('accessTokens', {}, { token })),
    ownPublishers(token, id),
    kind === 'plugin' ? ifAvailable(call('releases', { id }, { token })) : null,
  ])
  const section = publishers && (
    <PublisherSection
      publishers={publishers}
      project={project}
      returnTo={localePath(locale, path)}
      result={parseFormResult(query.result)}
    />
  )
  return (
    <AccountMessages>
      <ProjectSettings
        project={project}
        log={log}
        tokens={tokens?.items ?? null}
        status={
          status && (
            <StatusSection
              project={project}
              status={status}
              kept={await keptState(query, 'status', statusStateSchema, token)}
              address={`${localePath(locale, path)}#status`}
              locale={locale}
            />
          )
        }
        publishers={section}
        releases={
          releases && (
            <ReleaseSection
              releases={releases}
              projectId={id}
              siteUrl={env().SITE_URL}
              kept={await keptState(query, 'release', releaseStateSchema)}
              address={`${localePath(locale, path)}#releases`}
            >
              <ReleaseList deliveries={releases.items} />
            </ReleaseSection>
          )
        }
      />
    </AccountMessages>
  )
}

type StatusProps = {
  project: Project
  status: ProjectStatus
  kept: StatusFormState | null
  /** Path of this page. */
  address: string
  locale: string
}

/** Where a project is shown, and whether it is deprecated. */
async function StatusSection({ project, status, kept, address, locale }: StatusProps) {
  const { kind, id } = project
  const t = await getTranslations('account.projectStatus')
  const needs = await ifAvailable(call('needs', { kind, id }))
  const needed = needs && neededBy(needs, locale)
  const successor = status.deprecation?.successor
  const successorPath = successor ? localePath(locale, paths.detail(successor)) : ''
  const initial = kept ?? toStatusForm(status, successorPath)
  return (
    <Section
      id="status"
      title={t('title')}
      lead={t('lead')}
      more={needed ? t('needed', needed) : undefined}
    >
      <StatusForm {...{ kind, id, initial, address }} />
    </Section>
  )
}
