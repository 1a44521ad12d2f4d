import type {
  BreadcrumbList,
  CreativeWork,
  FAQPage,
  Graph,
  ItemList,
  ListItem,
  MediaObject,
  ProfilePage,
  SearchAction,
  SoftwareApplication,
  Thing,
  WebSite,
} from 'schema-dts'
import type { CATEGORIES } from '#lib/contract/kind.ts'
import { langOf } from '#lib/contract/language.ts'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import { shownName } from '#lib/contract/name/name.ts'
import type { Author, ListedProject, Project } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { localePath } from '#lib/i18n/path.ts'
import { type Path, paths } from '#lib/paths.ts'
import { absoluteUrl } from './alternates.ts'
import { licenseUrl } from './license.ts'

/** The structured data of a page, as one graph (JSON-LD 1.1). */
export const graph = (...nodes: Thing[]): Graph => ({
  '@context': 'https://schema.org',
  '@graph': nodes,
})

/** schema.org types of the counters. */
const ACTIONS = {
  views: 'ViewAction',
  downloads: 'DownloadAction',
  installs: 'InstallAction',
} as const

/** Categories of plugins as Google names those of applications. */
const APPLICATION_CATEGORIES: Record<(typeof CATEGORIES)['plugin'][number], string> = {
  audio: 'MultimediaApplication',
  streaming: 'MultimediaApplication',
  productivity: 'BusinessApplication',
  development: 'DeveloperApplication',
  system: 'UtilitiesApplication',
  communication: 'CommunicationApplication',
  smart_home: 'HomeApplication',
  games: 'GameApplication',
  other: 'UtilitiesApplication',
}
const APPLICATION_CATEGORY = new Map<string, string>(Object.entries(APPLICATION_CATEGORIES))

/** Address of an account as an entity apart from its page. */
const personId = (name: string) => `${absoluteUrl(paths.author(name))}#person`

/** What an author is called: the display name, and the user name as another one. */
const namesOf = (author: Pick<Author, 'name' | 'display_name'>) => ({
  name: shownName(author),
  ...(author.display_name && { alternateName: author.name }),
})

/** The site and its search. */
export function webSite(locale: Locale): WebSite {
  return {
    '@type': 'WebSite',
    '@id': `${absoluteUrl(localePath(locale, paths.home))}#website`,
    name: env().SITE_NAME,
    url: absoluteUrl(localePath(locale, paths.home)),
    inLanguage: LANGUAGES[locale].lang,
    // The types lack `query-input`, which search engines require.
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${absoluteUrl(localePath(locale, paths.search()))}?q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    } as SearchAction,
  }
}

/** Breadcrumbs, with the page itself last. */
export function breadcrumbs(locale: string, items: { name: string; path: Path }[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ name, path }, at): ListItem => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: absoluteUrl(localePath(locale, path)),
    })),
  }
}

/** The projects of a list, in order. */
export function itemList(locale: string, projects: ListedProject[]): ItemList {
  return {
    '@type': 'ItemList',
    numberOfItems: projects.length,
    itemListElement: projects.map((project, at): ListItem => ({
      '@type': 'ListItem',
      position: at + 1,
      name: project.title,
      url: absoluteUrl(localePath(locale, paths.detail(project))),
    })),
  }
}

/** Texts of a project in the language of the page. */
type Wording = { description: string; category: string; systems: string[] }

/** A project: a plugin is software, others are creative works. No rating: visitors give none. */
export function projectSchemaOrg(
  locale: Locale,
  project: Project,
  wording: Wording,
): SoftwareApplication | CreativeWork {
  return project.kind === 'plugin'
    ? pluginSchemaOrg(locale, project, wording)
    : {
        ...commonProperties(locale, project, wording),
        '@type': 'CreativeWork',
        genre: wording.category,
        version: project.version,
        ...(project.file && { encoding: mediaObject(locale, project.file) }),
      }
}

// A return type of its own: to find it among all of schema.org takes the compiler half a second.
const mediaObject = (locale: Locale, file: NonNullable<Project['file']>): MediaObject => ({
  '@type': 'MediaObject',
  contentUrl: absoluteUrl(file.url),
  contentSize: formatBytes(file.size, LANGUAGES[locale].lang),
  sha256: file.sha256,
})

function pluginSchemaOrg(locale: Locale, project: Project, wording: Wording): SoftwareApplication {
  const { version, minimum_version: minimum, repository_url: repository } = project
  const [only, ...others] = project.packages ?? []
  const file = only && others.length === 0 ? only.file : project.file
  return {
    ...commonProperties(locale, project, wording),
    '@type': 'SoftwareApplication',
    applicationCategory: APPLICATION_CATEGORY.get(project.category) ?? wording.category,
    applicationSubCategory: wording.category,
    operatingSystem: wording.systems.join(', '),
    softwareVersion: version,
    softwareRequirements: `${env().APP_NAME} ${minimum}`,
    ...(repository && { sameAs: repository }),
    ...(file && {
      fileSize: formatBytes(file.size, LANGUAGES[locale].lang),
      downloadUrl: absoluteUrl(file.url),
    }),
    offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
  }
}

function commonProperties(locale: Locale, project: Project, { description }: Wording) {
  const url = absoluteUrl(localePath(locale, paths.detail(project)))
  const license = licenseUrl(project.license)
  const lang = langOf(project)
  return {
    '@id': `${url}#project`,
    name: project.title,
    url,
    description,
    image: absoluteUrl(project.cover.url),
    ...people(locale, project),
    ...(lang !== '' && { inLanguage: lang }),
    ...(license !== null && { license }),
    datePublished: project.created_at,
    dateModified: project.updated_at,
    ...(project.tags.length > 0 && { keywords: project.tags.join(', ') }),
    isAccessibleForFree: true,
    interactionStatistic: (['views', 'downloads', 'installs'] as const).map((what) => ({
      '@type': 'InteractionCounter' as const,
      interactionType: { '@type': ACTIONS[what] } as const,
      userInteractionCount: project[what],
    })),
  } as const
}

/**
 * Author of a project. Until its publisher has verified ownership, the author of a plugin is the
 * repository's owner and the account only its publisher.
 */
function people(locale: string, { author, owner, owner_verified: isVerified }: Project) {
  const publisher = {
    '@type': 'Person',
    '@id': personId(author.name),
    ...namesOf(author),
    url: absoluteUrl(localePath(locale, paths.author(author.name))),
  } as const
  if (isVerified) return { author: publisher, maintainer: publisher }
  if (isVerified !== false) return { author: publisher }
  // Another account or repository has the name.
  if (!owner) return { publisher }
  const home = `https://github.com/${owner}`
  return { author: { '@type': 'Person', name: owner, url: home } as const, publisher }
}

export function faqPage(locale: Locale, items: { question: string; answer: string }[]): FAQPage {
  return {
    '@type': 'FAQPage',
    url: absoluteUrl(localePath(locale, paths.faq)),
    inLanguage: LANGUAGES[locale].lang,
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

type ShownAuthor = Pick<Author, 'name' | 'display_name'> & {
  about: string
  links: string[]
  projects: ListedProject[]
  count: number
}

/** The page of an author: who it is, and how much they have published. */
export function profilePage(
  locale: Locale,
  { name, display_name, about, links, projects, count }: ShownAuthor,
): ProfilePage {
  const url = absoluteUrl(localePath(locale, paths.author(name)))
  const times = projects.map(({ updated_at }) => updated_at)
  return {
    '@type': 'ProfilePage',
    '@id': url,
    url,
    inLanguage: LANGUAGES[locale].lang,
    ...(times.length > 0 && { dateModified: times.toSorted().at(-1) ?? '' }),
    mainEntity: {
      '@type': 'Person',
      '@id': personId(name),
      ...namesOf({ name, display_name }),
      url,
      ...(about !== '' && { description: about }),
      ...(links.length > 0 && { sameAs: links }),
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'WriteAction' },
        userInteractionCount: count,
      },
    },
  }
}
