import { privateTitle, projectOf, requireOwnProject } from '#app/[locale]/home/user/find-own.ts'
import { figuresTexts } from '#components/creator/overview/figures-texts.ts'
import { ProjectFiguresView } from '#components/creator/overview/project-figures.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { call } from '#lib/api/call.ts'
import { ifOffered } from '#lib/api/if-available.ts'
import { langOf } from '#lib/contract/language.ts'
import { rangeOf } from '#lib/own-projects/ranges.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/figures/[kind]/[id]'>

export const generateMetadata = privateTitle((t) => t('figures.title'))

/** Views, downloads and installs of one's own project, and of its versions; never from a cache. */
export default async function FiguresPage({ params, searchParams }: Props) {
  const { locale, ...segments } = await params
  const { kind, id } = projectOf(segments)
  const range = rangeOf((await searchParams)['days'])
  const path = paths.figures({ kind, id })
  const { token, project } = await requireOwnProject({ locale, kind, id, path })
  const [figures, texts] = await Promise.all([
    ifOffered(call('projectFigures', { kind, id }, { token })),
    figuresTexts(),
  ])
  return (
    <div data-kind={kind} className="mx-auto max-w-3xl space-y-6 pt-4 pb-16">
      <header className="space-y-1">
        <h1 className="font-display text-2xl font-bold">{texts.t('title')}</h1>
        <p className="wrap-anywhere">
          <TextLink href={paths.detail(project)}>
            <bdi lang={langOf(project)}>{project.title}</bdi>
          </TextLink>
        </p>
        <p className="max-w-prose text-sm text-content-muted">{texts.t('lead')}</p>
      </header>
      {figures ? (
        <ProjectFiguresView project={{ kind, id }} figures={figures} range={range} texts={texts} />
      ) : (
        <p className="text-content-muted">{texts.overview('noFigures')}</p>
      )}
    </div>
  )
}
