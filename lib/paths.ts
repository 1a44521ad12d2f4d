import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Provider } from '#lib/contract/provider.ts'

/**
 * Every address of the site, as a path. Pages have no language prefix here: `localePath` adds it, and
 * the `Link` component does so for links. Runs in the browser too, so it imports no schema at run time.
 */
export type Path = `/${string}`
export type ProjectRef = { kind: Kind; id: string }
type Query = Record<string, string | null | undefined>

function withQuery(path: Path, query: Query): Path {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) parameters.append(name, value)
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** One segment of a path. A lone surrogate would make `encodeURIComponent` throw. */
const segment = (text: string) => encodeURIComponent(text.toWellFormed())

const userPage = (section: Kind | 'account', username?: string): Path =>
  username === undefined
    ? `/home/user/${section}`
    : `/home/user/${section}/${encodeURIComponent(username)}`

/** Query of the sign-in page. */
type Login = {
  /** Path to continue to, already checked by `safePath`. */
  redirect?: string | null
  by?: 'code'
  /**
   * `1`: the session is over; `out`: signed out; `here`: only this browser forgot it; `deleted`: the
   * account is gone.
   */
  ended?: '1' | 'out' | 'here' | 'deleted'
}

/** Parts of the page about publishing by programs, by their ids. */
export const AUTOMATION_PARTS = ['releases', 'trusted', 'tokens', 'command'] as const
export type AutomationPart = (typeof AUTOMATION_PARTS)[number]

/** Parts of the page for developers of other programs, by their ids. */
export const DEVELOPER_PARTS = [
  'start',
  'files',
  'lists',
  'changes',
  'limits',
  'stability',
  'calls',
] as const
export type DeveloperPart = (typeof DEVELOPER_PARTS)[number]

/** Id of the steps for when an installation does not start, on the page of questions. */
export const INSTALL_HELP = 'install-help'

/** Whether a path without its language is that of a page. */
export const isPage = (path: string): boolean => path.startsWith('/home/')

/** In place of the id of a draft: an empty form, whatever drafts there are. */
export const NEW_DRAFT = 'new'

/** Id of a version in the list of versions. */
export const versionAnchor = (version: string): string => `version-${version}`

/** The list of a kind. Apart from the pages, since a script that runs early needs no others. */
export const listPath = (kind: Kind): Path => `/home/${KIND_TABLE[kind].path}`

/** Pages, without a language. */
export const paths = {
  root: '/',
  home: '/home/index',
  faq: '/home/faq',
  /** The strip that a visitor builds from single icons. */
  strip: '/home/strip',
  /** Chooser of the kinds to publish, and how to make a project of a kind. */
  publish: '/home/publish',
  howTo: (kind: Kind): Path => `/home/publish/${KIND_TABLE[kind].path}`,
  /** How to publish by programs, from the start or from a part of the page. */
  automation: (part?: AutomationPart): Path =>
    `/home/publish/automation${part === undefined ? '' : `#${part}`}`,
  /** The API for other programs and websites, from the start or from a part of the page. */
  developers: (part?: DeveloperPart): Path =>
    `/home/developers${part === undefined ? '' : `#${part}`}`,
  /** The calls that need an account. */
  accountCalls: '/home/developers/account',
  search: (query: Query = {}) => withQuery('/home/search', query),
  list: (kind: Kind, query: Query = {}) => withQuery(listPath(kind), query),
  detail: ({ kind, id }: ProjectRef): Path => `${listPath(kind)}/detail/${segment(id)}`,
  /** A version of a project. */
  version: (project: ProjectRef, version: string): Path =>
    withQuery(paths.detail(project), { version }),
  /** The same in the list of versions on the page of the project. */
  versionInList: (project: ProjectRef, version: string): Path =>
    `${paths.detail(project)}#${versionAnchor(version)}`,
  /** What changed between two versions of a project. */
  formats: (project: ProjectRef): Path => `${paths.detail(project)}/formats`,
  history: (project: ProjectRef): Path => `${paths.detail(project)}/history`,
  compare: (project: ProjectRef, before: string, after: string, part = 1): Path =>
    `${paths.detail(project)}/compare/${segment(before)}...${segment(after)}${part > 1 ? `/${part}` : ''}`,
  /** The drawing of one icon on its pack's page. */
  icon: (packId: string, name: string): Path =>
    `${paths.detail({ kind: 'icon', id: packId })}#icon-${name}`,
  /** An author with projects of all kinds, or of one. */
  author: (name: string, kind?: Kind): Path =>
    `/home/author/${segment(name)}${kind === undefined ? '' : `/${KIND_TABLE[kind].path}`}`,
  /** A page that the operator writes: imprint, privacy, terms. */
  about: (page: string): Path => `/home/about/${page}`,

  /** What is newer than what a visitor has installed. */
  installed: '/home/installed',

  /** Reports a project or an author. */
  report: (query: Query = {}) => withQuery('/home/report', query),
  /** Where the sender of a report follows it, by its secret. */
  reportStatus: (code: string, query: Query = {}) =>
    withQuery('/home/report/status', { code, ...query }),

  login: (query: Login = {}) => withQuery('/login', query),
  register: (redirect?: string | null) => withQuery('/register', { redirect }),
  resetPassword: (redirect?: string | null) => withQuery('/resetpwd', { redirect }),

  /** Root of the pages for signed-in visitors: the overview of the own projects. */
  user: '/home/user',
  overview: (query: Query = {}) => withQuery('/home/user', query),
  chooseName: (redirect?: string | null) => withQuery('/home/user/name', { redirect }),
  /** An account with its settings; without a name, that of the visitor. */
  account: (username?: string) => userPage('account', username),
  /** An account's projects of a kind; without a name, those of the visitor. */
  ownProjects: (kind: Kind, username?: string, query: Query = {}) =>
    withQuery(userPage(kind, username), query),
  upload: (kind: Kind, query: Query = {}) => withQuery(`/home/user/upload${kind}`, query),
  edit: (kind: Kind, query: Query = {}) => withQuery(`/home/user/edit${kind}`, query),
  /** Views, downloads and installs of an own project. */
  figures: ({ kind, id }: ProjectRef, query: Query = {}) =>
    withQuery(`/home/user/figures/${kind}/${segment(id)}`, query),
  /** How a project is published by programs, and what was done to it. */
  settings: ({ kind, id }: ProjectRef): Path => `/home/user/settings/${kind}/${segment(id)}`,
  /** Creates an access token, for one project or for all. */
  newToken: (project?: ProjectRef) =>
    withQuery('/home/user/tokens', { kind: project?.kind, id: project?.id }),
  /** Trusts a workflow to publish a project, or the first release of one. */
  publishers: (project?: ProjectRef) =>
    withQuery('/home/user/publishers', { kind: project?.kind, id: project?.id }),
  /** The page of a project as a kept form would publish it. */
  preview: (form: string, query: Query = {}) =>
    withQuery(`/home/user/preview/${segment(form)}`, query),
  /** What follows a publication. */
  published: ({ kind, id }: ProjectRef): Path => `/home/user/published/${kind}/${segment(id)}`,
  /** A project that only its author sees: hidden by the operator, or held. */
  hiddenProject: ({ kind, id }: ProjectRef): Path => `/home/user/hidden/${kind}/${segment(id)}`,
  /** Reports that the moderators ask about. */
  ownReports: '/home/user/reports',
  /** Asks whether to delete a project, without scripts. */
  deleteProject: ({ kind, id }: ProjectRef, query: Query = {}) =>
    withQuery(`/home/user/delete/${kind}/${segment(id)}`, query),
  /** The form of a draft. */
  draft: ({ kind, id, project_id }: ProjectRef & { project_id?: string | null | undefined }) =>
    project_id
      ? paths.edit(kind, { id: project_id, draft: id })
      : paths.upload(kind, { draft: id }),
  /** Asks whether to delete a draft. */
  deleteDraft: (id: string, query: Query = {}) =>
    withQuery(`/home/user/delete/draft/${segment(id)}`, query),
  /** Asks whether to withdraw a version, without scripts. */
  withdraw: ({ kind, id }: ProjectRef, version: string, query: Query = {}) =>
    withQuery(`/home/user/withdraw/${kind}/${segment(id)}/${segment(version)}`, query),

  /** Pages of administrators and moderators. */
  admin: '/admin',
  adminAudit: (query: Query = {}) => withQuery('/admin/audit', query),
  adminRoles: (query: Query = {}) => withQuery('/admin/roles', query),
  adminHeld: '/admin/held',
  adminReports: (query: Query = {}) => withQuery('/admin/reports', query),
  adminReport: (number: number, query: Query = {}) => withQuery(`/admin/reports/${number}`, query),
  adminSettings: '/admin/settings',
  adminSystem: '/admin/system',
  adminSetup: (query: Query = {}) => withQuery('/admin/setup', query),
  adminAccounts: (query: Query = {}) => withQuery('/admin/accounts', query),
  adminAccount: (name: string, query: Query = {}) =>
    withQuery(`/admin/accounts/${segment(name)}`, query),
  adminProjects: (query: Query = {}) => withQuery('/admin/projects', query),
  adminProject: ({ kind, id }: ProjectRef, query: Query = {}) =>
    withQuery(`/admin/projects/${kind}/${segment(id)}`, query),
  /** Hides or restores many projects. */
  adminBulk: (query: Query = {}) => withQuery('/admin/bulk', query),
  /** A page that the operator writes, in a language. */
  adminOwnPage: (page: string, query: Query = {}) =>
    withQuery(`/admin/settings/${segment(page)}`, query),
  /** Accepts the invitation to a role. */
  invitation: (code: string, query: Query = {}) =>
    withQuery('/admin/invitation', { code, ...query }),
  /** Corrects the notes of a version. */
  notes: ({ kind, id }: ProjectRef, version: string): Path =>
    `/home/user/notes/${kind}/${segment(id)}/${segment(version)}`,

  needsScripts: '/needs-scripts',
  look: '/dev/look',
  /** Turns the pseudo-locale on or off, in development. */
  pseudo: '/dev/look/pseudo',
} as const

export type FeedSubject = 'all' | Kind | { author: string } | ProjectRef
export type CardSubject = 'home' | Kind | { author: string } | ProjectRef

function cardName(of: CardSubject): string {
  if (typeof of === 'string') return of
  return 'kind' in of ? `${of.kind}/${of.id}` : `author/${segment(of.author)}`
}

function feedName(of: FeedSubject): string {
  if (typeof of === 'string') return of
  return 'kind' in of ? `${of.kind}/${segment(of.id)}` : `author/${segment(of.author)}`
}

/** What a badge shows. */
export const BADGES = ['version', 'downloads', 'application', 'verified'] as const
export type BadgeName = (typeof BADGES)[number]

/** Documents for programs and images made per request; `locale` is always part of the address. */
export const documents = {
  sitemap: '/sitemap.xml',
  sitemapOfPages: '/sitemaps/pages.xml',
  /** `start` is the id before the first entry; an empty one starts at the beginning. */
  sitemapShard: (name: 'projects' | 'authors', start: string): Path =>
    `/sitemaps/${name}-${start || '0'}.xml`,
  openSearch: (locale: string) => withQuery('/opensearch.xml', { lang: locale }),
  /** Atom feed of all projects, of a kind, of an author, or of the versions of a project. */
  feed: (locale: string, of: FeedSubject): Path => `/feeds/${locale}/${feedName(of)}.xml`,
  /** A small picture of one fact, for READMEs and other sites. */
  badge: (locale: string, { kind, id }: ProjectRef, name: BadgeName): Path =>
    `/badges/${locale}/${kind}/${segment(id)}/${name}.svg`,
  searchFeed: (locale: string, query: Query = {}) =>
    withQuery(`/feeds/${locale}/search.xml`, query),
  /**
   * Share card. The version changes the address with what the card shows: networks keep an image under its address
   * for days.
   */
  card: (locale: string, of: CardSubject, version?: string) =>
    withQuery(`/cards/${locale}/${cardName(of)}.jpg`, { v: version }),
  /** Page that other sites may frame. */
  embed: (locale: string, { kind, id }: ProjectRef): Path => `/embed/${locale}/${kind}/${id}`,
  /** Data of the scripts of a page, by the hash of the data; `target` is the page with its query. */
  flight: (hash: string, target: string): Path => `/_flight/${hash}${target}`,
  oembed: (url: string, format: 'json' | 'xml') => withQuery('/oembed', { url, format }),
  /** A file to start from, of a kind with files. */
  template: (ending: string): Path => `/templates/template${ending}`,
  /** Package of the command line, which npm installs. */
  commandLine: '/keystrip-cli.tgz',
  icon: '/icon.svg',
  pngIcon: (name: '192' | '512' | 'maskable-512'): Path => `/icons/${name}.png`,
} as const

/** Handlers of the web app that are no calls of the contract. */
export const endpoints = {
  session: '/api/session',
  endSession: '/api/session/end',
  /** Style sheet of the header without scripts. */
  sessionCorner: '/api/session/corner.css',
  /** Renews the token, then redirects to `to`: a page cannot set cookies. */
  renewSession: (to: string) => withQuery('/api/session/renew', { to }),
  signInBy: (provider: Provider): Path => `/api/session/${provider}`,
  /** Takes what a provider appended to its redirect. */
  returnFrom: (provider: Provider, query: Query) =>
    withQuery(`/api/session/${provider}/return`, query),
  /** A form of the table (lib/form/table.ts). */
  form: (name: string): Path => `/api/form/${name}`,
  suggestions: (query: { q: string; locale: string }) => withQuery('/api/suggestions', query),
  preview: (of: 'description' | 'notes' = 'description') =>
    withQuery('/api/preview', { of: of === 'notes' ? of : null }),
  /** Figures of an own project as CSV. */
  figures: (query: { kind: Kind; id: string; days: string }) => withQuery('/api/figures', query),
  overviewCard: (locale: string) => withQuery('/api/overview-card', { locale }),
  /** Publishes a project without scripts, or edits the one with the id. */
  plainForm: (locale: string, kind: Kind, query: { id?: string | undefined } = {}) =>
    withQuery(`/api/publish/${locale}/${kind}`, query),
  /** Target of forms that work with scripts only, for a submit before those run. */
  needsScripts: '/api/needs-scripts',
  /** Receives the browsers' reports of violations of the Content-Security-Policy. */
  policyReports: '/api/policy-reports',
} as const

/** Stored files and scaled pictures, which crawlers may load. */
export const CRAWLED = [`${API_BASE}/file/`, `${API_BASE}/picture/`]
/** Files below them that are made on the first request. */
export const UNCRAWLED = [`${API_BASE}/file/*/exports/`]
