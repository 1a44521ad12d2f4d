import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { FitBadge } from '#components/setup/fit-badge.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Prose } from '#components/ui/prose.tsx'
import { langOf } from '#lib/contract/language.ts'
import { shownName } from '#lib/contract/name/name.ts'
import type { ShownProject } from '#lib/contract/project.ts'
import { renderMarkdown } from '#lib/markdown/server.ts'
import { paths } from '#lib/paths.ts'
import { describedIn } from '#lib/project/described.ts'
import { isRepeated, readmeIn } from '#lib/project/readme.ts'
import { Facts } from './facts.tsx'
import { Gallery } from './gallery.tsx'
import { Readme } from './readme.tsx'
import { StatusNotice } from './status-notice.tsx'
import { Link, TextLink } from '#components/ui/link.tsx'
import { getTexts } from '#lib/i18n/translations.ts'
import { parseRepository } from '#lib/project/source-file.ts'

type Props = {
  project: ShownProject
  actions: ReactNode
  /** The strip to try, for a project that has one. */
  lead: ReactNode
  /** Over the cover while another colour is chosen. */
  painted?: ReactNode
  /** Contents of the project file. */
  contents: ReactNode
  versions: ReactNode
  more: ReactNode
  /** `null`: not published yet. */
  reportHref: string | null
  /** Level of its title, where it is a part of another page. */
  heading?: 'h1' | 'h3'
}

/**
 * Detail page. Its first view has the title, what the project is for, its pictures, the beginning of the description, and the
 * actions (decision 123).
 */
export async function Detail({ project, lead, painted, actions, contents, ...rest }: Props) {
  const { versions, more, reportHref, heading: Heading = 'h1' } = rest
  const locale = await getLocale()
  const described = describedIn(project, locale)
  const readme = readmeIn(project, locale)
  const isReadme = readme !== null && isRepeated(described.description, readme.text)
  const [t, kinds, labels] = await getTexts('detail', 'kind', 'prose')
  const { html, language } = await renderMarkdown(isReadme ? '' : described.description)
  const { kind, cover } = project
  const lang = langOf(project)
  const tags = <Tags tags={project.tags} label={t('tags')} lang={lang} />
  return (
    <article data-kind={kind}>
      <Breadcrumb
        label={t('breadcrumb')}
        items={[
          { name: t('home'), path: paths.home },
          { name: kinds(`${kind}.many`), path: paths.list(kind) },
          { name: project.title, lang, path: paths.detail(project) },
        ]}
      />
      <div className="detail">
        <div className="detail-top">
          <header>
            <Heading
              className="font-display text-xl font-bold text-balance break-words sm:text-2xl"
              lang={lang}
              dir="auto"
            >
              {project.title}
            </Heading>
            {project.tagline !== '' && (
              <p
                className="mt-1.5 max-w-prose break-words text-content sm:text-lg"
                lang={lang}
                dir="auto"
              >
                {project.tagline}
              </p>
            )}
            <Byline project={project} />
            <SameTitle title={project.same_title} label={t('sameTitle')} />
            <StatusNotice project={project} />
          </header>
          {cover ? (
            <Gallery images={[cover, ...project.gallery]} lang={lang} painted={painted} />
          ) : (
            <div className="stage grid place-items-center rounded-card bg-surface-2 text-accent">
              <Icon name={kind} className="size-16" />
            </div>
          )}
        </div>
        {/* Before texts and contents, which may have hundreds of links; narrow screens have its actions at their foot. */}
        <aside aria-label={t('facts')}>
          <div>
            <Fit project={project} />
            {actions}
            <div className="panel-facts">
              <Facts project={project} />
              {reportHref !== null && (
                <a href={reportHref} rel="nofollow" className="report">
                  {t('report')}
                </a>
              )}
            </div>
          </div>
        </aside>
        {isReadme ? (
          <Readme readme={readme}>{tags}</Readme>
        ) : (
          (html !== '' || project.tags.length > 0) && (
            <section aria-labelledby="description">
              <h2 id="description" className="mb-3 font-display text-lg font-semibold">
                {t('description')}
              </h2>
              <Prose html={html} prefix="d" labels={labels} lang={language ?? described.lang} />
              {tags}
            </section>
          )
        )}
        <div className="space-y-12">
          {readme && !isReadme && <Readme readme={readme} />}
          {lead}
          {contents}
          {versions}
        </div>
      </div>
      {more}
    </article>
  )
}

/** A search for the listed projects with the same title. */
function SameTitle({ title, label }: { title: ShownProject['same_title']; label: string }) {
  if (!title) return null
  return (
    <p className="mt-3 text-sm text-content-muted">
      <TextLink href={paths.search({ q: title })} rel="nofollow">
        {label}
      </TextLink>
    </p>
  )
}

/** Whether the current version fits the visitor's setup, above its actions, or which earlier one does. */
function Fit({ project }: { project: ShownProject }) {
  const { version, operating_systems: systems, minimum_version: since } = project
  const earlier = project.fitting_versions
  return (
    // There before the visitor enters a setup, so that the badge is announced.
    <div role="status" className="fit-status">
      {since !== '' && <FitBadge {...{ systems, since, earlier }} />}
      {earlier && (
        <p>
          <span>{version}</span> <FitBadge systems={systems} since={since} />
        </p>
      )}
    </div>
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
          <Link href={paths.search({ q: tag })} rel="nofollow" dir="auto">
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * Publisher of a project with its kind and category; for a plugin also the repository's owner and whether ownership is
 * verified.
 */
async function Byline({ project }: { project: ShownProject }) {
  const [t, kinds, categories] = await getTexts('detail', 'kind', 'category')
  const { author, kind, category, owner_verified: isVerified } = project
  const repository = parseRepository(project.repository_url)
  const isOfRepository =
    !project.repository_status && repository !== null && typeof isVerified === 'boolean'
  const name = () => (
    <TextLink href={paths.author(author.name)} className="text-content">
      <bdi>{shownName(author)}</bdi>
    </TextLink>
  )
  const publisher = isOfRepository || project.repository_status ? 'publishedBy' : 'by'
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-content-muted">
      {isOfRepository && (
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
      )}
      <p>{t.rich(publisher, { author: name })}</p>
      {isOfRepository && (
        <p
          className={`inline-flex items-center gap-1 text-sm ${isVerified ? 'text-success' : 'text-warning'}`}
        >
          <Icon name={isVerified ? 'check' : 'warning'} className="shrink-0" />
          {t(isVerified ? 'verified' : 'notVerified')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Chip tone="accent">
          <Icon name={kind} /> {kinds(`${kind}.one`)}
        </Chip>
        {category && (
          <Chip href={`${paths.list(kind)}?category=${category}`}>{categories(category)}</Chip>
        )}
        {project.sample && <Chip>{t('sample')}</Chip>}
      </div>
      {isOfRepository && (
        <p className="w-full text-sm">{t(isVerified ? 'verifiedHelp' : 'notVerifiedHelp')}</p>
      )}
    </div>
  )
}
