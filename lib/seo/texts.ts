import type { useTranslations } from 'next-intl'
import type { OwnPage } from '#lib/contract/admin/settings.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { isolated, shownName } from '#lib/contract/name/name.ts'
import type { Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import type { FeedSubject } from '#lib/paths.ts'
import { formatList } from '#lib/i18n/format.ts'
import { summaryOf } from '#lib/markdown/summary.ts'

/** The translator of all messages in one language. */
export type Translate = ReturnType<typeof useTranslations<never>>
/** Title without the site's name, and description of a page. */
export type Texts = { title: string; description: string }

/** A shorter description leaves a search result half empty; the longest is `SUMMARY_MAX`. */
const DESCRIPTION_MIN = 70

/** Joins the first parts that make up a description of 70 to 160 characters; the last part has 70 itself. */
export function descriptionOf(parts: string[]): string {
  let text = ''
  for (const part of parts) {
    if (text.length >= DESCRIPTION_MIN) break
    text = text === '' ? part : text + separatorAfter(text) + part
  }
  return summaryOf(text)
}

/** Full-width punctuation has its own space. */
function separatorAfter(text: string): string {
  if (/[。！？]$/.test(text)) return ''
  return /[.!?…]$/.test(text) ? ' ' : ' · '
}

const names = () => {
  const { APP_NAME, SITE_NAME } = env()
  return { app: APP_NAME, site: SITE_NAME }
}

/** What a feed is of: one of a search has its term, one of a project its title. */
export type FeedTopic = Exclude<FeedSubject, { kind: Kind }> | { title: string } | { term: string }

/** Title of a feed, in itself and where a page links it. */
export function feedTitle(t: Translate, of: FeedTopic): string {
  return `${feedName(t, of)} · ${names().site}`
}

function feedName(t: Translate, of: FeedTopic): string {
  if (of === 'all') return t('feed.all')
  if (typeof of === 'string') return t(`kind.${of}.many`)
  if ('title' in of) return t('feed.versions', { title: of.title })
  return 'author' in of ? of.author : t('feed.search', { term: of.term })
}

/** Title and description of the home page; the title is complete. */
export function homeTexts(t: Translate): Texts {
  const { app, site } = names()
  const title = `${site} – ${t('home.welcome', { app })}`
  return { title, description: descriptionOf([t('meta.home', { app })]) }
}

export function listTexts(t: Translate, kind: Kind): Texts {
  const { app } = names()
  const title = t(`meta.kind.${kind}.many`, { app })
  return { title, description: descriptionOf([t('meta.list', { kind, app })]) }
}

/** A project: its tagline, else the summary of its description, then what is known of it. */
export function projectTexts(
  t: Translate,
  locale: string,
  project: Project,
  summary: string,
): Texts {
  const { app } = names()
  const what = t(`meta.kind.${project.kind}.one`, { app })
  const isPublisher = project.owner_verified === false
  const author = () => isolated(shownName(project.author))
  const systems = project.operating_systems.map((system) => t(`os.${system}`))
  const description = descriptionOf([
    ...[project.tagline || summary].filter((text) => text !== ''),
    what,
    t.markup(isPublisher ? 'detail.publishedBy' : 'detail.by', { author }),
    t(`category.${project.category}`),
    `${t('detail.version')} ${project.version}`,
    formatList(systems, locale),
    t('meta.requires', { app, version: project.minimum_version }),
    t('meta.updated', { date: new Date(project.updated_at) }),
    t('meta.home', { app }),
  ])
  return { title: `${isolated(project.title)} · ${what}`, description }
}

/** An author: what they say of themselves, the number of their projects, then the titles of some. */
export function authorTexts(
  t: Translate,
  {
    name,
    about = '',
    kind: only,
  }: { name: string; about?: string | undefined; kind?: Kind | undefined },
  shelves: { kind: Kind; titles: string[]; total: number }[],
): Texts {
  const { app, site } = names()
  const count = shelves.reduce((sum, { total }) => sum + total, 0)
  const description = descriptionOf([
    ...(about === '' ? [] : [about]),
    t('author.description', { name: isolated(name), site }),
    t('author.count', { count }),
    ...shelves.flatMap(({ kind, titles }) => [t(`kind.${kind}.many`), ...titles.map(isolated)]),
    t('meta.home', { app }),
  ])
  const title = t('meta.author', { name: isolated(name), app })
  return { title: only ? `${t(`kind.${only}.many`)} · ${title}` : title, description }
}

export function faqTexts(t: Translate): Texts {
  return { title: t('faq.title'), description: descriptionOf([t('meta.faq', names())]) }
}

/** The chooser of the kinds to publish. */
export function publishTexts(t: Translate): Texts {
  return { title: t('publish.title'), description: descriptionOf([t('meta.publish', names())]) }
}

/** How to make a project of a kind. */
export function howToTexts(t: Translate, kind: Kind): Texts {
  const lead = t(`publish.kind.${kind}.lead`, names())
  const description = descriptionOf([lead, t('meta.publish', names())])
  return { title: t(`publish.kind.${kind}.how`), description }
}

/** How to publish by programs. */
export function automationTexts(t: Translate): Texts {
  const lead = t('publish.automation.lead')
  const description = descriptionOf([lead, t('meta.publish', names())])
  return { title: t('publish.automation.title'), description }
}

/** The API for other programs. */
export function developersTexts(t: Translate): Texts {
  const description = descriptionOf([t('meta.developers', names()), t('meta.home', names())])
  return { title: t('developers.title'), description }
}

/** The calls that need an account. */
export function accountCallsTexts(t: Translate): Texts {
  const lead = t('developers.account.lead')
  const description = descriptionOf([lead, t('meta.developers', names())])
  return { title: t('developers.account.title'), description }
}

/** A page that the operator writes, with the summary of its text. */
export function aboutTexts(t: Translate, page: OwnPage, summary: string): Texts {
  const { app, site } = names()
  const title = t(`about.${page}`)
  const description = descriptionOf([
    ...(summary === '' ? [] : [summary]),
    `${title} – ${site}`,
    t('meta.home', { app }),
  ])
  return { title, description }
}

export function searchTexts(t: Translate, term: string): Texts {
  const { app } = names()
  const title = t('search.title')
  if (term === '') return { title, description: descriptionOf([t('meta.search', { app })]) }
  const description = descriptionOf([t('meta.found', { term: isolated(term), app })])
  return { title: `${isolated(term)} · ${title}`, description }
}

export type AuthMode = 'password' | 'code' | 'register' | 'reset'

export function authTexts(t: Translate, mode: AuthMode): Texts {
  return {
    title: t(`auth.title.${mode}`),
    description: descriptionOf([t(`meta.${mode}`, names())]),
  }
}
