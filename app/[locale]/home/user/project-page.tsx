import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { OwnVersions } from '#components/creator/own/own-versions.tsx'
import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { hasGitHub } from '#lib/sign-in/provider.ts'
import { requireAccount } from '#lib/sign-in/current.ts'
import { parseProjectOutcome } from '#lib/own-projects/project-outcome.ts'
import type { AccountInfo } from '#lib/contract/account.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { idSchema } from '#lib/contract/project.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'
import { plainQuery, readShown } from '#lib/publish-form/state.ts'
import { toSaved } from '#lib/creator/values.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { findVersions, privateTitle, requireOwnProject } from './find-own.ts'
import { toShownForm } from './shown-form.ts'
import { Icon } from '#components/ui/icons.tsx'
import { formMessages } from '#components/creator/messages.ts'
import { ProjectForm } from '#components/creator/form/project-form-client.tsx'
import type { FormOptions } from '#components/creator/form/form-types.ts'

type Props = {
  params: Promise<{ locale: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}
const MB = 1024 * 1024

const siteOptions = () => ({
  maxBytes: env().UPLOAD_MAX_MB * MB,
  hasGitHub: hasGitHub(),
})

/** Title of a form, which is not indexed. */
export const formTitle = (kind: Kind, what: 'upload' | 'edit') =>
  privateTitle((t) => t(`creator.${what}`, { kind }))

/** The page that publishes a project of a kind. */
export const uploadPage = (kind: Kind) =>
  async function UploadPage({ params, searchParams }: Props) {
    const { locale } = await params
    const query = plainQuery(await searchParams)
    const path = localePath(locale, paths.upload(kind, query))
    const principal = await requireAccount(locale, path)
    const place = { token: principal.token, kind, projectId: null }
    const shown = await readShown(query, place)
    return (
      <ProjectScreen
        kind={kind}
        author={principal.account}
        edited={null}
        shown={toShownForm({ kind, project: null, shown, proof: query.proof })}
        {...siteOptions()}
      />
    )
  }

/** The page that edits a project; 404 unless the visitor is its author. Without an id it leads to those of the kind. */
export const editPage = (kind: Kind) =>
  async function EditPage({ params, searchParams }: Props) {
    const { locale } = await params
    const query = await searchParams
    if (!query['id']) redirect(localePath(locale, paths.ownProjects(kind)))
    const plainOnly = plainQuery(query)
    const id = idSchema.safeParse(query['id']).data
    const path = paths.edit(kind, { id, ...plainOnly })
    const { project, ...principal } = await requireOwnProject({ locale, kind, id, path })
    const edited = { id: project.id, ...toSaved(project) }
    const [versions, status] = await Promise.all([
      findVersions(kind, project.id),
      ifAvailable(call('status', { kind, id: project.id }, { token: principal.token })),
    ])
    const place = { token: principal.token, kind, projectId: project.id }
    const shown = await readShown(plainOnly, place)
    return (
      <ProjectScreen
        kind={kind}
        author={principal.account}
        edited={edited}
        shown={toShownForm({ kind, project, shown, proof: plainOnly.proof })}
        {...siteOptions()}
      >
        <OwnVersions
          kind={kind}
          id={project.id}
          versions={versions}
          status={status}
          current={project.version}
          outcome={parseProjectOutcome(query['result'])}
          changed={versionSchema.safeParse(query['version']).data}
        />
      </ProjectScreen>
    )
  }

type ScreenProps = Omit<FormOptions, 'uid'> & {
  author: Pick<AccountInfo, 'uid' | 'username' | 'display_name'>
  /** Content below the form. */
  children?: ReactNode
}

/** The page that publishes a project of a kind, or edits one. */
async function ProjectScreen(props: ScreenProps) {
  const { author, children, ...options } = props
  const { kind, edited } = options
  const [t, messages] = await Promise.all([getTranslations('creator'), getMessages()])
  return (
    <NextIntlClientProvider messages={formMessages(messages)}>
      <div data-kind={kind} className="pt-4">
        <div className="mb-8 flex items-center gap-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-card bg-accent-soft text-accent">
            <Icon name={kind} className="size-6" />
          </span>
          <div className="min-w-0">
            <h1 className="font-display wrap-anywhere text-xl font-bold sm:text-2xl">
              {t(edited ? 'edit' : 'upload', { kind })}
            </h1>
            <p className="needs-script text-sm text-content-muted">
              {t(edited ? 'leadEdit' : 'lead')}
            </p>
            <noscript>
              <p className="text-sm text-content-muted">{t('plain.lead')}</p>
            </noscript>
          </div>
        </div>
        <ProjectForm
          {...options}
          uid={author.uid}
          author={author.display_name ?? author.username}
        />
        {children}
      </div>
    </NextIntlClientProvider>
  )
}
