import type {
  BreadcrumbList,
  CreativeWork,
  FAQPage,
  ItemList,
  Person,
  SearchAction,
  SoftwareApplication,
  WebSite,
  WithContext,
} from 'schema-dts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { localePath } from '#lib/i18n/path.ts'
import { absoluteUrl } from './alternates.ts'

const CONTEXT = 'https://schema.org'
/** How schema.org calls what is counted. */
const ACTIONS = {
  views: 'ViewAction',
  downloads: 'DownloadAction',
  installs: 'InstallAction',
} as const

/** The site, and how it is searched. */
export function webSite(locale: string, { name }: { name: string }): WithContext<WebSite> {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name,
    url: absoluteUrl(localePath(locale, '/home/index')),
    inLanguage: locale,
    // The types do not know `query-input`, which search engines ask for.
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${absoluteUrl(localePath(locale, '/home/search'))}?q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    } as SearchAction,
  }
}

/** Where a page stands, the page itself last. */
export function breadcrumbs(
  locale: string,
  items: { name: string; path: string }[],
): WithContext<BreadcrumbList> {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: absoluteUrl(localePath(locale, path)),
    })),
  }
}

/** The projects of a list, in its order. */
export function itemList(locale: string, projects: Project[]): WithContext<ItemList> {
  return {
    '@context': CONTEXT,
    '@type': 'ItemList',
    itemListElement: projects.map((project, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: project.title,
      url: absoluteUrl(localePath(locale, pathOf(project))),
    })),
  }
}

/** A project: a plugin runs, the others are works. */
export function projectSchemaOrg(
  locale: string,
  project: Project,
  description: string,
): WithContext<SoftwareApplication> | WithContext<CreativeWork> {
  const { cover, file } = project
  const shared = {
    '@context': CONTEXT,
    name: project.title,
    url: absoluteUrl(localePath(locale, pathOf(project))),
    description,
    image: absoluteUrl(cover.url),
    ...people(locale, project),
    version: project.version,
    ...(project.language && { inLanguage: project.language }),
    ...(project.license && { license: project.license }),
    dateCreated: project.created_at,
    dateModified: project.updated_at,
    ...(project.tags.length > 0 && { keywords: project.tags.join(', ') }),
    isAccessibleForFree: true,
    interactionStatistic: (['views', 'downloads', 'installs'] as const).map((what) => ({
      '@type': 'InteractionCounter' as const,
      interactionType: { '@type': ACTIONS[what] } as const,
      userInteractionCount: project[what],
    })),
  } as const
  if (project.kind !== 'plugin') {
    return {
      ...shared,
      '@type': 'CreativeWork',
      ...(file && {
        encoding: {
          '@type': 'MediaObject',
          contentUrl: absoluteUrl(file.url),
          contentSize: String(file.size),
        },
      }),
    }
  }
  return {
    ...shared,
    '@type': 'SoftwareApplication',
    applicationCategory: project.category,
    operatingSystem: project.operating_systems.join(', '),
    softwareVersion: project.version,
    ...(file && { fileSize: String(file.size), downloadUrl: absoluteUrl(file.url) }),
    offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
  }
}

/**
 * Who made a project. Of a plugin whose author has not proved to own the repository that is the
 * repository's owner; who published it only did that.
 */
function people(locale: string, { author, owner, owner_verified: isVerified }: Project) {
  const publisher = {
    '@type': 'Person',
    name: author.name,
    url: absoluteUrl(localePath(locale, authorPath(author.name))),
  } as const
  if (isVerified) return { author: publisher, maintainer: publisher }
  if (isVerified !== false || !owner) return { author: publisher }
  const home = `https://github.com/${owner}`
  return { author: { '@type': 'Person', name: owner, url: home } as const, publisher }
}

/** Questions and their answers. */
export function faqPage(items: { question: string; answer: string }[]): WithContext<FAQPage> {
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** An author and their projects. */
export function person(locale: string, name: string): WithContext<Person> {
  const url = absoluteUrl(localePath(locale, authorPath(name)))
  return { '@context': CONTEXT, '@type': 'Person', name, url }
}

/** Where an author's projects are. */
export const authorPath = (name: string) =>
  `/home/author/${encodeURIComponent(name.toWellFormed())}`

const pathOf = ({ kind, id }: Project) => `/home/${KIND_TABLE[kind].path}/detail/${id}`
