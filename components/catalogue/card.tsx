import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Chip } from '#components/ui/chip.tsx'
import { FitBadge } from '#components/ui/fit-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { srcSetOf } from '#lib/contract/picture.ts'
import type { Project } from '#lib/contract/project.ts'

const SIZES = '(min-width: 1200px) 280px, (min-width: 900px) 31vw, (min-width: 600px) 47vw, 94vw'

/** The address of a project's page, without the language. */
export const projectPath = ({ kind, id }: Pick<Project, 'kind' | 'id'>) =>
  `/home/${KIND_TABLE[kind].path}/detail/${id}`

type Props = {
  project: Project
  /** Among what is seen first. */
  early?: boolean
  /** What the page's speed is measured by: nothing comes before its cover. */
  first?: boolean
  level?: 2 | 3
  /** The title with something marked in it. */
  title?: ReactNode
  /** More to say of this one: why it was found. */
  note?: ReactNode
}

/** A project in a grid: the whole card is one link, named by its title. */
export async function Card({ project, early, first, level = 2, title, note }: Props) {
  const [t, kinds, format] = await Promise.all([
    getTranslations('card'),
    getTranslations('kind'),
    getFormatter(),
  ])
  const { cover } = project
  const Heading = `h${level}` as const
  return (
    <article
      data-kind={project.kind}
      className="group relative flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface-1 shadow-card transition duration-150 focus-within:border-line-strong hover:-translate-y-0.5 hover:border-line-strong motion-reduce:transform-none"
    >
      <Picture
        image={cover}
        srcSet={srcSetOf(cover)}
        sizes={SIZES}
        alt=""
        load={first ? 'first' : early ? 'early' : 'late'}
        className="aspect-[16/10] w-full bg-surface-2 object-cover transition duration-150 group-hover:brightness-105"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1 p-4">
        <Heading
          className="truncate font-display font-semibold"
          lang={project.language ?? undefined}
          dir="auto"
        >
          <Link
            href={projectPath(project)}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {title ?? project.title}
          </Link>
        </Heading>
        <p className="truncate text-sm text-content-muted" dir="auto">
          {project.owner_verified === false
            ? t('publishedBy', { name: project.author.name })
            : project.author.name}
        </p>
        {note}
        <p className="mt-auto flex items-center gap-3 pt-3 text-xs text-content-faint tabular-nums">
          <span className="flex shrink-0 items-center gap-1.5 text-accent">
            <Icon name={project.kind} />
            {kinds(`${project.kind}.one`)}
          </span>
          <span className="flex shrink-0 items-center gap-1">
            <Icon name="download" />
            <span className="sr-only">{t('downloads')}</span>
            {format.number(project.downloads, { notation: 'compact' })}
          </span>
          <time dateTime={project.updated_at} className="ml-auto truncate">
            {format.dateTime(new Date(project.updated_at), { dateStyle: 'medium' })}
          </time>
        </p>
        <span className="absolute top-3 right-3">
          <FitBadge systems={project.operating_systems} since={project.minimum_version} />
        </span>
        {project.sample && (
          <span className="absolute top-3 left-3">
            <Chip>{t('sample')}</Chip>
          </span>
        )}
      </div>
    </article>
  )
}
