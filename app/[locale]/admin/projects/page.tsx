import { AfterPager } from '#app/[locale]/after-pager.tsx'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AdminFrame } from '#components/admin/frame.tsx'
import { ProjectFilter, ProjectList } from '#components/admin/project-list.tsx'
import { call } from '#lib/api/call.ts'
import { readBulkFilter } from '#lib/admin/bulk-filter.ts'
import { moderatedProjectsQuerySchema } from '#lib/contract/admin/project.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin/projects'>

export const generateMetadata = adminMetadata('projects')

const NONE = { items: [], next: null }

/** Projects of every state by the filter of actions on many, the newest first. */
export default async function ProjectsPage(props: Props) {
  const { given, token, frame } = await openAdmin('projects', props)
  const { filter, typed, isWrong } = readBulkFilter(given, ['state', 'after'])
  const query = moderatedProjectsQuerySchema.catch({ state: 'all' }).parse(filter)
  const { items, next } = await (isWrong ? NONE : call('moderatedProjects', query, { token }))
  const { after, ...rest } = typed
  return (
    <AdminFrame {...frame}>
      <ProjectFilter typed={rest} isWrong={isWrong} />
      {!isWrong && <ProjectList items={items} />}
      <AfterPager pageOf={paths.adminProjects} filter={rest} {...{ after, next }} />
    </AdminFrame>
  )
}
