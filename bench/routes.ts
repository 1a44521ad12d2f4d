import { KINDS } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { paths } from '#lib/paths.ts'

const LANGUAGES = ['fr', 'de', 'ja', 'zh-cn']

/**
 * `like`: a path with the rate limit of the route; `pathAt`: the path of the nth request; `isExpired`: the path is the
 * same each time, so the caches have to be emptied before each request.
 */
export type BenchRoute = {
  name: string
  like: string
  pathAt: (at: number) => string
  init?: RequestInit
  isExpired?: boolean
}

/** Every public route, asked in a way that no cache answers. */
export function publicRoutes(site: string, projects: Project[]): BenchRoute[] {
  const project = (at: number) => {
    const result = projects[at % projects.length]
    if (!result) throw new Error('The catalogue is empty.')
    return result
  }
  const pageOf = (at: number) => paths.detail(project(at))
  const author = (at: number) => encodeURIComponent(project(at).author.name)
  const language = (at: number) => LANGUAGES[at % LANGUAGES.length] ?? 'fr'
  const packs = projects.filter(({ kind }) => kind === 'icon')
  const strips = projects.filter(({ kind }) => kind === 'profile')
  const pack = (at: number) => packs[at % packs.length]
  const word = (at: number) => `${project(at).title.split(' ')[0]} qx${at}vz`
  const get = (name: string, like: string, pathAt: BenchRoute['pathAt']): BenchRoute => ({
    name,
    like,
    pathAt,
  })
  const call = (name: string, like: string, pathAt: BenchRoute['pathAt']) =>
    get(name, `/api/v1${like}`, (at) => `/api/v1${pathAt(at)}`)
  return [
    { ...get('home', '/home/index', () => paths.home), isExpired: true },
    { ...get('list', '/home/iconpack', () => paths.list('icon')), isExpired: true },
    get('list view', '/home/iconpack', (at) => `/home/iconpack?minimum_version=9.9.${at}`),
    ...KINDS.map((kind) => {
      const ofKind = projects.filter((one) => one.kind === kind)
      return get(`detail, ${kind}`, '/home/iconpack/detail/x', (at) => {
        const one = ofKind[at % ofKind.length]
        return one ? `/${language(Math.floor(at / ofKind.length))}${paths.detail(one)}` : '/'
      })
    }),
    get('author', '/home/author/x', (at) => `/${language(at)}/home/author/${author(at)}`),
    get('search', '/home/search', (at) => `/home/search?q=${word(at)}`),
    get(
      'search, single icons',
      '/home/search',
      (at) => `/home/search?q=ar${at}&kind=icon&view=icons`,
    ),
    get('unknown page', '/home/x', (at) => `/home/nowhere-${at}`),
    get('share card', '/cards/x', (at) => {
      const { kind, id } = project(at)
      return `/cards/${language(at)}/${kind}/${id}.jpg`
    }),
    get('feed', '/feeds/en/x.xml', (at) => `/feeds/${language(at)}/${project(at).kind}.xml`),
    get('feed of an author', '/feeds/en/author/x', (at) => `/feeds/fr/author/${author(at)}.xml`),
    get(
      'feed of a search',
      '/feeds/en/search.xml',
      (at) => `/feeds/fr/search.xml?q=${word(at + 50)}`,
    ),
    get('sitemap index', '/sitemap.xml', () => '/sitemap.xml'),
    get('sitemap', '/sitemaps/x', () => '/sitemaps/projects-0.xml'),
    get('oEmbed', '/oembed', (at) => `/oembed?url=${site}${pageOf(at)}`),
    get('embedded card', '/embed/x', (at) => `/embed/fr/${project(at).kind}/${project(at).id}`),
    get('OpenSearch', '/opensearch.xml', (at) => `/opensearch.xml?lang=${language(at)}`),
    get('suggestions', '/api/suggestions', (at) => `/api/suggestions?q=${word(at + 20)}`),
    get('session', '/api/session', () => '/api/session'),
    call('list call', '/icon/list', () => '/icon/list'),
    call('list call, 100 projects', '/icon/list', () => '/icon/list?limit=100'),
    call('project call', '/icon/x', (at) => `/icon/${pack(at)?.id}`),
    call('related', '/icon/x/related', (at) => `/icon/${pack(at)?.id}/related`),
    call('icons of a pack', '/icon/x/icons', (at) => `/icon/${pack(at)?.id}/icons`),
    call('versions', '/icon/x/versions', (at) => `/icon/${pack(at)?.id}/versions`),
    call('pages of a profile', '/profile/x/pages', (at) => {
      return `/profile/${strips[at % strips.length]?.id}/pages`
    }),
    call('popular', '/index/popular', () => '/index/popular'),
    call('search call', '/index/search', (at) => `/index/search?q=${word(at + 10)}`),
    call('icon search call', '/index/icons', (at) => `/index/icons?q=ar${at}`),
    call('addresses', '/index/addresses', () => '/index/addresses'),
    call('authors', '/index/authors', () => '/index/authors'),
    call('shards', '/index/shards', () => '/index/shards?size=1000'),
    call('OpenAPI', '/openapi.json', () => '/openapi.json'),
    call('picture', '/file/x', (at) => project(at).cover.url.replace('/api/v1', '')),
    call('file', '/file/x', (at) => pack(at)?.file?.url.replace('/api/v1', '') ?? ''),
    {
      ...call('count', '/statistic/record', () => '/statistic/record'),
      init: {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify({ kind: 'icon', id: pack(0)?.id, event: 'view' }),
      },
    },
  ]
}
