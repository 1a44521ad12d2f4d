import type { ReactNode } from 'react'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { langOf } from '#lib/contract/language.ts'
import type { Project } from '#lib/contract/project.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { type Path, paths } from '#lib/paths.ts'

type Props = {
  project: Project
  title: string
  /** Address of the page, and its name in the breadcrumb. */
  path: Path
  name?: string
  children: ReactNode
}

/** A page below that of a project: the way to it, its heading and the title of the project. */
export async function ProjectFrame({ project, title, path, name = title, children }: Props) {
  const [detail, kinds] = await getTexts('detail', 'kind')
  const { kind } = project
  const lang = langOf(project)
  return (
    <article data-kind={kind} className="space-y-8">
      <div className="space-y-4">
        <Breadcrumb
          label={detail('breadcrumb')}
          items={[
            { name: kinds(`${kind}.many`), path: paths.list(kind) },
            { name: project.title, lang, path: paths.detail(project) },
            { name, path },
          ]}
        />
        <h1 className="font-display text-2xl font-bold text-balance wrap-anywhere">{title}</h1>
        <p className="text-content-muted" lang={lang} dir="auto">
          {project.title}
        </p>
      </div>
      {children}
    </article>
  )
}
