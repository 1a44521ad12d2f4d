import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { OwnVersions } from '#components/creator/own-versions.tsx'
import { ProjectScreen } from '#components/creator/screen.tsx'
import { ApiError } from '#lib/api/error.ts'
import { getProject, listVersions } from '#lib/api/projects.ts'
import { offeredProviders } from '#lib/auth/provider.ts'
import { requireAccount } from '#lib/auth/current.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { idSchema, type Project } from '#lib/contract/project.ts'
import type { Version } from '#lib/contract/publish.ts'
import { valuesOf } from '#lib/creator/form.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'

type Props = {
  params: Promise<{ locale: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}
const MB = 1024 * 1024
const hasGitHub = () => offeredProviders().includes('github')

/** Title of a form; search engines have no use for it. */
export const formTitle = (kind: Kind, what: 'upload' | 'edit') =>
  async function generateMetadata(): Promise<Metadata> {
    const [t, kinds] = await Promise.all([getTranslations('creator'), getTranslations('kind')])
    return { title: t(what, { item: kinds(`${kind}.one`) }), robots: { index: false } }
  }

/** The page that publishes a project of a kind. */
export const uploadPage = (kind: Kind) =>
  async function UploadPage({ params }: Props) {
    const { locale } = await params
    const { account } = await requireAccount(locale, localePath(locale, `/home/user/upload${kind}`))
    const maxBytes = env().UPLOAD_MAX_MB * MB
    const about = { kind, author: account, maxBytes, hasGitHub: hasGitHub() }
    return <ProjectScreen {...about} edited={null} />
  }

/** The page that edits one's own project; 404 for anybody else's. */
export const editPage = (kind: Kind) =>
  async function EditPage({ params, searchParams }: Props) {
    const { locale } = await params
    const id = idSchema.safeParse((await searchParams)['id'])
    const query = id.success ? `?id=${id.data}` : ''
    const place = `${localePath(locale, `/home/user/edit${kind}`)}${query}`
    const { account } = await requireAccount(locale, place)
    const project = id.success ? await find(kind, id.data) : null
    if (project?.author.uid !== account.uid) notFound()
    const { revision } = project
    const edited = { id: project.id, revision, values: valuesOf(project) }
    const maxBytes = env().UPLOAD_MAX_MB * MB
    const about = { kind, author: account, maxBytes, hasGitHub: hasGitHub() }
    return (
      <ProjectScreen {...about} edited={edited}>
        <OwnVersions
          kind={kind}
          id={project.id}
          versions={await findVersions(kind, project.id)}
          login={localePath(locale, '/login')}
        />
      </ProjectScreen>
    )
  }

/** A backend need not list versions; the form is there all the same. */
async function findVersions(kind: Kind, id: string): Promise<Version[]> {
  try {
    return (await listVersions(kind, id)).items
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** As it is now, never from a cache. */
async function find(kind: Kind, id: string): Promise<Project | null> {
  try {
    return await getProject(kind, id)
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return null
    throw error
  }
}
