import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { Prose } from '#components/ui/prose.tsx'
import { langOf } from '#lib/contract/language.ts'
import { srcSetOf } from '#lib/contract/file/picture.ts'
import type { ShownProject } from '#lib/contract/project.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { pages } from '#lib/paths.ts'
import { describedIn } from '#lib/project/described.ts'
import { Facts } from './facts.tsx'
import { Gallery } from './gallery.tsx'
import { MovingPicture } from './moving-picture.tsx'
import { StatusNotice } from './status-notice.tsx'
import { Link, TextLink } from '#components/ui/link.tsx'
import { parseRepository } from '#lib/project/source-file.ts'

type Props = {
  project: ShownProject
  actions: ReactNode
  /** The strip at the top of the page, in place of the cover. */
  lead: ReactNode
  /** Over the cover while another colour is chosen. */
  painted?: ReactNode
  /** Contents of the project file. */
  contents: ReactNode
  versions: ReactNode
  more: ReactNode
  /** `null`: not published yet. */
  reportHref: string | null
}

/** Detail page: gallery, description, facts, actions. */
export async function Detail({ project, lead, painted, actions, contents, ...rest }: Props) {
  const { versions, more, reportHref } = rest
  const described = describedIn(project, await getLocale())
  const [t, kinds, categories, { html }] = await Promise.all([
    getTranslations('detail'),
    getTranslations('kind'),
    getTranslations('category'),
    renderMarkdown(described.description),
  ])
  const { kind, cover } = project
  const lang = langOf(project)
  const path = pages.list(kind)
  return (
    <article data-kind={kind}>
      <Breadcrumb
        label={t('breadcrumb')}
        items={[
          { name: t('home'), path: pages.home },
          { name: kinds(`${kind}.many`), path },
          { name: project.title, lang, path: pages.detail(project) },
        ]}
      />
      <div className="detail">
        <header>
          <div className="flex flex-wrap gap-2">
            <Chip tone="accent">
              <Icon name={kind} /> {kinds(`${kind}.one`)}
            </Chip>
            {project.category && (
              <Chip href={`${path}?category=${project.category}`}>
                {categories(project.category)}
              </Chip>
            )}
            {project.sample && <Chip>{t('sample')}</Chip>}
          </div>
          <h1
            className="mt-3 font-display text-xl font-bold text-balance break-words sm:text-2xl"
            lang={lang}
            dir="auto"
          >
            {project.title}
          </h1>
          {project.tagline !== '' && (
            <p
              className="mt-2 max-w-prose break-words text-content sm:text-lg"
              lang={lang}
              dir="auto"
            >
              {project.tagline}
            </p>
          )}
          <Byline project={project} />
          <StatusNotice project={project} />
        </header>
        {lead ? (
          <div className="lead">{lead}</div>
        ) : (
          <Cover cover={cover} kind={kind} lang={lang} />
        )}
        {painted}
        {/* Before the contents: those of an icon pack have hundreds of controls. */}
        <aside aria-label={t('facts')}>
          <div>
            {actions}
            <div className="mt-4">
              <Facts project={project} />
            </div>
            {reportHref !== null && (
              <a href={reportHref} className="report">
                {t('report')}
              </a>
            )}
          </div>
        </aside>
        <div className="space-y-12">
          <Gallery images={project.gallery} lang={lang} />
          {(html !== '' || project.tags.length > 0) && (
            <section aria-labelledby="description">
              <h2 id="description" className="mb-4 font-display text-lg font-semibold">
                {t('description')}
              </h2>
              <Prose html={html} lang={described.lang} />
              <Tags tags={project.tags} label={t('tags')} lang={lang} />
            </section>
          )}
          {contents}
          {versions}
        </div>
      </div>
      {more}
    </article>
  )
}

type CoverProps = Pick<ShownProject, 'cover' | 'kind'> & { lang: string }

function Cover({ cover, kind, lang }: CoverProps) {
  if (!cover) {
    return (
      <div className="cover grid aspect-[16/10] place-items-center text-accent">
        <Icon name={kind} className="size-16" />
      </div>
    )
  }
  const { alt, animation } = cover
  const still = (className: string) => (
    <Picture
      image={cover}
      srcSet={srcSetOf(cover)}
      sizes="(min-width: 1600px) 1060px, (min-width: 1024px) 800px, 94vw"
      alt={alt}
      lang={alt ? lang : undefined}
      load="first"
      className={className}
    />
  )
  if (!animation) return still('cover')
  return (
    <MovingPicture animation={animation} alt={alt} className="cover">
      {still('h-auto w-full')}
    </MovingPicture>
  )
}

type TagsProps = { tags: string[]; label: string; lang: string }

/** Tags of a project, each with a search for it. */
function Tags({ tags, label, lang }: TagsProps) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={label} lang={lang} className="tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link href={pages.search({ q: tag })} rel="nofollow" dir="auto">
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * Publisher of a project; for a plugin also the repository's owner and whether ownership is
 * verified.
 */
async function Byline({ project }: { project: ShownProject }) {
  const t = await getTranslations('detail')
  const { author, owner_verified: isVerified } = project
  const repository = parseRepository(project.repository_url)
  const name = () => (
    <TextLink href={pages.author(author.name)} className="text-content">
      <bdi>{author.name}</bdi>
    </TextLink>
  )
  if (project.repository_status) {
    return <p className="mt-2 text-content-muted">{t.rich('publishedBy', { author: name })}</p>
  }
  if (!repository || typeof isVerified !== 'boolean') {
    return <p className="mt-2 text-content-muted">{t.rich('by', { author: name })}</p>
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-content-muted">
      <p>
        {t.rich('repositoryBy', {
          owner: () => (
            <a
              href={`https://github.com/${repository.owner}`}
              rel="nofollow ugc noopener"
              className="text-content underline underline-offset-4"
            >
              <bdi>{repository.owner}</bdi>
              {/* Who published it may have the same name here. */}
              <span className="sr-only"> (GitHub)</span>
            </a>
          ),
        })}
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        <span>{t.rich('publishedBy', { author: name })}</span>
        <span
          className={`inline-flex items-center gap-1 text-sm ${isVerified ? 'text-success' : 'text-warning'}`}
        >
          <Icon name={isVerified ? 'check' : 'warning'} className="shrink-0" />
          {t(isVerified ? 'verified' : 'notVerified')}
        </span>
      </p>
      <p className="w-full text-sm">{t(isVerified ? 'verifiedHelp' : 'notVerifiedHelp')}</p>
    </div>
  )
}
