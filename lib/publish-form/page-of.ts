import type { Project } from '#lib/contract/project.ts'
import { paths, type Path } from '#lib/paths.ts'

/** The page that follows a publication or a change: of what waits for the operator, where the author sees it. */
export function pageOf(project: Project, isNew: boolean): Path {
  if (project.held === 'project') return paths.hiddenProject(project)
  if (project.held === 'version')
    return `${paths.edit(project.kind, { id: project.id })}#own-versions`
  return isNew ? paths.published(project) : paths.detail(project)
}
