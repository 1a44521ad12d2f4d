import { getLocale } from 'next-intl/server'
import { Detail } from '#components/project/detail.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { renderFileContents } from '#app/[locale]/home/(public)/[kind]/detail/[id]/contents.tsx'
import { TextLink } from '#components/ui/link.tsx'
import type { Project } from '#lib/contract/project.ts'
import { paths } from '#lib/paths.ts'

type Props = { project: Project | null; isHidden: boolean; missing: string; hidden: string }

/** A project as visitors see it, without its actions. Its texts are rendered as on its page, which runs and loads nothing of theirs. */
export async function ReportedProject({ project, isHidden, missing, hidden }: Props) {
  if (!project) return <p className="text-sm text-content-muted">{missing}</p>
  const shown = await renderFileContents(project, null)
  return (
    <div lang={await getLocale()} className="space-y-4">
      {isHidden ? (
        <Notice tone="warning">{hidden}</Notice>
      ) : (
        <p className="text-sm">
          <TextLink href={paths.detail(project)}>{project.title}</TextLink>
        </p>
      )}
      <div className="rounded-card border border-line p-4" data-kind={project.kind}>
        <Detail
          project={project}
          actions={null}
          lead={shown.lead}
          contents={shown.contents}
          versions={null}
          more={null}
          reportHref={null}
          heading="h3"
        />
      </div>
    </div>
  )
}
