import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'
import { listSchema } from '#lib/contract/list.ts'
import type { Project } from '#lib/contract/project.ts'
import { RATES, rateOf } from '#lib/limits/rates.ts'
import { pages } from '#lib/paths.ts'
import { buildIfChanged } from '#scripts/build.ts'
import { freePort } from '#scripts/free-port.ts'
import { startStack } from '#scripts/stack.ts'
import { cpuSeconds } from './processor.ts'
import { circumstances, writePart } from './report.ts'

const REQUESTS = 40
const WARM_UP = 4
const LANGUAGES = ['fr', 'de', 'ja', 'zh-cn']

/** `like`: a path with the rate limit of the route; `pathAt`: the path of the nth request. */
type Route = { name: string; like: string; pathAt: (at: number) => string; init?: RequestInit }
type Row = { name: string; like: string; cpuMs: number; statuses: string }

/**
 * Measures the price of every public route without a cache hit, in ms of processor time of web app,
 * backend and database together, and lists it with the rate limit of the route.
 */
export async function benchPrices(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-'))
  const [port, backendPort] = [await freePort(), await freePort()]
  await buildIfChanged(console.log)
  const stack = await startStack({
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      BACKEND_PORT: String(backendPort),
      BACKEND_URL: '',
      DATABASE_URL: '',
      SITE_URL: `http://localhost:${port}`,
      RATE_FACTOR: '1000000',
    },
    dataDir,
    print: console.log,
    onProgress: () => undefined,
    onExit: (name) => console.error(`The ${name} ended.`),
  })
  try {
    const pids = Object.values(stack.pids()).filter((pid) => pid !== undefined)
    const base = `http://127.0.0.1:${port}`
    const rows: Row[] = []
    const site = `http://localhost:${port}`
    for (const route of routes(site, await projectsOf(`${base}/api/v1`))) {
      const row = await measure(base, pids, route)
      console.log(`${row.name}: ${row.cpuMs.toFixed(1)} ms (${row.statuses})`)
      rows.push(row)
    }
    await writePart('prices', report(rows))
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(
  base: string,
  pids: number[],
  { name, like, pathAt, init }: Route,
): Promise<Row> {
  const statuses = new Set<number>()
  let before = 0
  for (let index = 0; index < REQUESTS + WARM_UP; index += 1) {
    if (index === WARM_UP) before = cpuOf(pids)
    const response = await fetch(`${base}${pathAt(index)}`, init)
    await response.arrayBuffer()
    statuses.add(response.status)
  }
  const cpuMs = ((cpuOf(pids) - before) * 1000) / REQUESTS
  return { name, like, cpuMs, statuses: [...statuses].join(', ') }
}

const cpuOf = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)

async function projectsOf(api: string): Promise<Project[]> {
  const lists = await Promise.all(
    KINDS.map(async (kind) => {
      const response = await fetch(`${api}/${kind}/list?limit=100`)
      return z.object({ data: listSchema }).parse(await response.json()).data.items
    }),
  )
  return lists.flat()
}

/** Each request of a route has a new path or query, so that no cache answers it. */
function routes(site: string, projects: Project[]): Route[] {
  const project = (at: number) => {
    const result = projects[at % projects.length]
    if (!result) throw new Error('The catalogue is empty.')
    return result
  }
  const pageOf = (at: number) => {
    return pages.detail(project(at))
  }
  const author = (at: number) => encodeURIComponent(project(at).author.name)
  const language = (at: number) => LANGUAGES[at % LANGUAGES.length] ?? 'fr'
  const packs = projects.filter(({ kind }) => kind === 'icon')
  const strips = projects.filter(({ kind }) => kind === 'profile')
  const pack = (at: number) => packs[at % packs.length]
  const word = (at: number) => `${project(at).title.split(' ')[0]} qx${at}vz`
  const get = (name: string, like: string, pathAt: Route['pathAt']): Route => ({
    name,
    like,
    pathAt,
  })
  const call = (name: string, like: string, pathAt: Route['pathAt']) =>
    get(name, `/api/v1${like}`, (at) => `/api/v1${pathAt(at)}`)
  return [
    get('home, cached by Next', '/home/index', (at) => `/home/index?n=${at}`),
    get('list, cached by Next', '/home/iconpack', (at) => `/home/iconpack?n=${at}`),
    get('list view', '/home/iconpack', (at) => `/home/iconpack?minimum_version=9.1.${at}`),
    get('detail', '/home/iconpack/detail/x', (at) => `/fr${pageOf(at)}`),
    get('author', '/home/author/x', (at) => `/${language(at)}/home/author/${author(at)}`),
    get('search', '/home/search', (at) => `/home/search?q=${word(at)}`),
    get(
      'search, single icons',
      '/home/search',
      (at) => `/home/search?q=ar${at}&kind=icon&view=icons`,
    ),
    get('faq, cached by Next', '/home/faq', (at) => `/home/faq?n=${at}`),
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

function report(rows: Row[]): string {
  const lines = rows.map(({ name, like, cpuMs, statuses }) => {
    const rate = rateOf(like)
    const { capacity, perSecond } = RATES[rate]
    const limit = `${rate}: ${capacity}, ${perSecond}/s`
    return `| ${name} | ${cpuMs.toFixed(1)} | ${limit} | ${statuses} |`
  })
  return `## Prices

Measured by \`npm run bench -- --prices\` on ${circumstances()}, the demo catalogue on the embedded
database. Processor time in ms of web app, backend and database together for a request that no cache
answers, ${REQUESTS} requests one after the other; and the rate limit of an address: burst, then requests per
second.

| Route | processor ms | limit | statuses |
| --- | --: | --- | --- |
${lines.join('\n')}`
}
