import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Chip } from '#components/ui/chip.tsx'
import { FitBadge } from '#components/setup/fit-badge.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { langOf } from '#lib/contract/language.ts'
import { srcSetOf } from '#lib/contract/picture.ts'
import type { Project } from '#lib/contract/project.ts'
import { pages } from '#lib/paths.ts'

const SIZES = '(min-width: 1200px) 280px, (min-width: 900px) 31vw, (min-width: 600px) 47vw, 94vw'

type Props = {
  project: Project
  /** Above the fold. */
  early?: boolean
  /** LCP image: fetched with high priority. */
  first?: boolean
  level?: 2 | 3 | 4
  /** The title with highlighted matches. */
  title?: ReactNode
  /** Reason for the match of a search. */
  note?: ReactNode
}

/** A project in a grid. The whole card is one link, named by its title. */
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
      className="group relative flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface-1 shadow-card transition duration-150 focus-within:border-line-strong hover:border-line-strong motion-safe:hover:-translate-y-0.5"
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
        <Heading className="truncate font-display font-semibold" lang={langOf(project)} dir="auto">
          <Link
            href={pages.detail(project)}
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
          </span>{' '}
          <span className="flex shrink-0 items-center gap-1">
            <Icon name="download" />
            {/* “1.2M” is no number for a screen reader. */}
            <span aria-hidden="true">
              {format.number(project.downloads, { notation: 'compact' })}
            </span>
            <span className="sr-only">{t('downloads', { count: project.downloads })}</span>
          </span>{' '}
          <span className="ms-auto truncate">
            <span className="sr-only">{t('updated')} </span>
            <time dateTime={project.updated_at}>
              {format.dateTime(new Date(project.updated_at), { dateStyle: 'medium' })}
            </time>
          </span>
        </p>
        <span className="absolute top-3 end-3">
          <FitBadge systems={project.operating_systems} since={project.minimum_version} />
        </span>
        {project.sample && (
          <span className="absolute top-3 start-3">
            <Chip>{t('sample')}</Chip>
          </span>
        )}
      </div>
    </article>
  )
}
