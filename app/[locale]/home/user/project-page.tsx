import { OwnVersions } from '#components/creator/own/own-versions.tsx'
import { ProjectScreen } from '#components/creator/screen.tsx'
import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { offeredProviders } from '#lib/auth/provider.ts'
import { requireAccount } from '#lib/auth/current.ts'
import { parseProjectOutcome } from '#lib/auth/project-outcome.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { idSchema } from '#lib/contract/project.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'
import { plainQuery, readShown } from '#lib/plain-form/state.ts'
import { toValues } from '#lib/creator/values.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { findVersions, privateTitle, requireOwnProject } from './find-own.ts'
import { toShownForm } from './shown-form.ts'

type Props = {
  params: Promise<{ locale: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}
const MB = 1024 * 1024

const siteOptions = () => ({
  maxBytes: env().UPLOAD_MAX_MB * MB,
  hasGitHub: offeredProviders().includes('github'),
})

/** Title of a form, which is not indexed. */
export const formTitle = (kind: Kind, what: 'upload' | 'edit') =>
  privateTitle((t) => t(`creator.${what}`, { kind }))

/** The page that publishes a project of a kind. */
export const uploadPage = (kind: Kind) =>
  async function UploadPage({ params, searchParams }: Props) {
    const { locale } = await params
    const query = plainQuery(await searchParams)
    const path = localePath(locale, pages.upload(kind, query))
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

/** The page that edits a project; 404 unless the visitor is its author. */
export const editPage = (kind: Kind) =>
  async function EditPage({ params, searchParams }: Props) {
    const { locale } = await params
    const query = await searchParams
    const plainOnly = plainQuery(query)
    const id = idSchema.safeParse(query['id']).data
    const path = pages.edit(kind, { id, ...plainOnly })
    const { project, ...principal } = await requireOwnProject({ locale, kind, id, path })
    const { revision } = project
    const edited = { id: project.id, revision, values: toValues(project) }
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
