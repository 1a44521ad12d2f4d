import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { FitBadge } from '#components/setup/fit-badge.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { langOf } from '#lib/contract/language.ts'
import { groundOf, sourceFor, srcSetOf } from '#lib/contract/file/picture.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'

const SIZES =
  '(min-width: 1800px) 275px, (min-width: 1500px) 345px, (min-width: 1200px) 23vw, (min-width: 900px) 31vw, (min-width: 600px) 47vw, 94vw'
/** In a row that scrolls sideways; see `.card-shelf`. */
const SHELF_SIZES =
  '(min-width: 1800px) 425px, (min-width: 1500px) 345px, (min-width: 1200px) 23vw, (min-width: 380px) 296px, 78vw'
/** Width for a device pixel ratio of 3 at the largest of `SIZES`, and of browsers that know no sizes, in pixels. */
const WIDEST = 1200
const USUAL = 768

type Texts = Awaited<ReturnType<typeof cardTexts>>
type Props = {
  project: ListedProject
  texts: Texts
  /** Above the fold: shows its placeholder, which is a quarter of a card's bytes. */
  early?: boolean
  /** LCP image: fetched with high priority. */
  first?: boolean
  /** In a row that scrolls sideways. */
  shelf?: boolean
  level?: 2 | 3 | 4
  /** Among cards of the same kind: its summary is shown in place of the kind. */
  isOneKind?: boolean
  /** Among cards of the same author: its summary is shown in place of the name, unless the name is not verified. */
  isOneAuthor?: boolean
  /** The title with highlighted matches. */
  title?: ReactNode
  /** Reason for the match of a search. */
  note?: ReactNode
}

/** The texts that the cards of a grid have in common. */
export async function cardTexts() {
  const [t, kinds, format, locale] = await Promise.all([
    getTranslations('card'),
    getTranslations('kind'),
    getFormatter(),
    getLocale(),
  ])
  return { t, kinds, format, locale }
}

/**
 * A project in a grid. The whole card is one link, named by its title. A page has dozens of them: the style
 * sheet knows the parts by their place, so that few elements and classes are needed (`.card` in app/globals.css).
 */
export function Card({
  project,
  texts,
  early = false,
  first = false,
  shelf = false,
  level = 2,
  isOneKind = false,
  isOneAuthor = false,
  title,
  note,
}: Props) {
  const { t, kinds, format, locale } = texts
  const { cover, kind, downloads } = project
  const isVerified = project.owner_verified !== false
  const Heading = `h${level}` as const
  return (
    <article data-kind={kind} className="card">
      <Picture
        image={{
          ...cover,
          url: sourceFor(cover, USUAL),
          placeholder: early ? cover.placeholder : groundOf(cover),
        }}
        srcSet={srcSetOf(cover, WIDEST)}
        sizes={shelf ? SHELF_SIZES : SIZES}
        alt=""
        load={first ? 'first' : 'late'}
      />
      <Heading lang={langOf(project)} dir="auto">
        <a href={localePath(locale, pages.detail(project))}>{title ?? project.title}</a>
      </Heading>
      {(isOneKind || isOneAuthor) && project.summary !== '' && (
        <p className="card-about" lang={langOf(project)} dir="auto">
          {project.summary}
        </p>
      )}
      {!(isOneAuthor && isVerified) && (
        <p className="card-by" dir="auto">
          {isVerified ? project.author.name : t('publishedBy', { name: project.author.name })}
        </p>
      )}
      {note}
      <p className="card-facts">
        {project.deprecation && <span className="card-deprecated">{t('deprecated')}</span>}{' '}
        {!isOneKind && <span className={`icon-before icon-${kind}`}>{kinds(`${kind}.one`)}</span>}{' '}
        {/* “1.2M” is no number for a screen reader. */}
        {project.sample ? (
          <span>{t('sample')}</span>
        ) : (
          <>
            <span className="icon-before icon-download" aria-hidden="true">
              {format.number(downloads, { notation: 'compact' })}
            </span>
            <span className="sr-only">{t('downloads', { count: downloads })}</span>
          </>
        )}{' '}
        <span className="sr-only">{t('updated')} </span>
        <time dateTime={project.updated_at}>
          {format.dateTime(new Date(project.updated_at), { dateStyle: 'medium' })}
        </time>
        <FitBadge systems={project.operating_systems} since={project.minimum_version} />
      </p>
    </article>
  )
}
