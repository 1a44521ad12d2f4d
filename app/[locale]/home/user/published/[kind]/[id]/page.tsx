import { privateTitle, projectOf, requireOwnProject } from '#app/[locale]/home/user/find-own.ts'
import { Card } from '#components/catalogue/grid.tsx'
import { Published } from '#components/creator/own/published.tsx'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/published/[kind]/[id]'>

export const generateMetadata = privateTitle((t) => t('creator.published.status'))

/** What follows a publication: the project, what its author can do with it, and what happens next. */
export default async function PublishedPage({ params }: Props) {
  const { locale, ...segments } = await params
  const { kind, id } = projectOf(segments)
  const path = paths.published({ kind, id })
  const { account, project } = await requireOwnProject({ locale, kind, id, path })
  const url = new URL(localePath(locale, paths.detail(project)), env().SITE_URL).href
  return (
    <Published
      project={project}
      url={url}
      username={account.username}
      card={<Card project={project} />}
    />
  )
}
