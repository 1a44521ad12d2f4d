import type { Project } from '#lib/contract/project.ts'
import { pages, type Path } from '#lib/paths.ts'

/** The page that follows a publication or a change: of what waits for the operator, where the author sees it. */
export function pageOf(project: Project, isNew: boolean): Path {
  if (project.held === 'project') return pages.hiddenProject(project)
  if (project.held === 'version')
    return `${pages.edit(project.kind, { id: project.id })}#own-versions`
  return isNew ? pages.published(project) : pages.detail(project)
}
