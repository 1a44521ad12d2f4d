import { expect, test } from 'playwright/test'
import { parseFeed } from '@rowanmanning/feed-parser'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths, type Path } from '#lib/paths.ts'
import { type Asker, readList } from './lists.ts'
import { sampledPrefixes } from '#tests/support/whole.ts'
import { shownName } from '#lib/contract/name/name.ts'

const graphSchema = z.object({ '@graph': z.array(z.looseObject({ '@type': z.string() })) })

/** Metadata of a page for search engines and link previews. */
async function headOf({ request }: Asker, path: string) {
  const answer = await request.get(path)
  expect(answer.status(), path).toBe(200)
  const html = await answer.text()
  const attribute = (tag: string, name: string) =>
    (new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '').replaceAll('&amp;', '&')
  // The framework may stream them into the body, where few clients look.
  const [head = ''] = html.split('</head>')
  expect(head, path).toContain('<title>')
  const tags = (name: string) => head.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
  const links = tags('link')
  const metas = new Map(
    tags('meta').map((tag) => [
      attribute(tag, 'property') || attribute(tag, 'name'),
      attribute(tag, 'content'),
    ]),
  )
  const alternates = links.filter((tag) => /hreflang/i.test(tag))
  return {
    html,
    metas,
    canonical: attribute(links.find((tag) => tag.includes('rel="canonical"')) ?? '', 'href'),
    languages: Object.fromEntries(
      alternates.map((tag) => [attribute(tag, 'hreflang'), attribute(tag, 'href')]),
    ),
    schemas: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
      ([, json = '']) => graphSchema.parse(JSON.parse(json))['@graph'],
    ),
  }
}

/** Paths of every type of public page, without a locale prefix. */
async function publicPages(asker: Asker): Promise<Path[]> {
  const details = await Promise.all(
    KINDS.map(async (kind) => {
      const { items } = await readList(asker, `${kind}/list?limit=1&sort=name`)
      return paths.detail({ kind, id: items[0]?.id ?? '' })
    }),
  )
  const { items } = await readList(asker, 'icon/list?limit=1')
  return [
    '/home/index',
    '/home/faq',
    paths.publish,
    paths.automation(),
    paths.developers(),
    ...KINDS.map((kind) => paths.list(kind)),
    ...details,
    paths.author(items[0]?.author.name ?? ''),
  ]
}

test('every public page has a canonical URL and reciprocal hreflang links in all languages', async ({
  request,
  baseURL,
}) => {
  for (const path of await publicPages({ request })) {
    const expected = Object.fromEntries(
      LOCALES.map((locale) => [locale, `${baseURL}${localePath(locale, path)}`]),
    )
    for (const locale of sampledPrefixes) {
      const own = localePath(locale, path)
      const { canonical, languages, metas } = await headOf({ request }, own)
      expect(canonical, own).toBe(`${baseURL}${own}`)
      expect(languages, own).toEqual({ ...expected, 'x-default': `${baseURL}${path}` })
      expect(metas.get('og:url'), own).toBe(`${baseURL}${own}`)
      for (const name of ['description', 'og:title', 'og:description', 'twitter:card']) {
        expect(metas.get(name), `${own} ${name}`).toBeTruthy()
      }
    }
  }
})

test('sorted, filtered and later pages and searches are noindex, and no other page is their canonical URL', async ({
  request,
  baseURL,
}) => {
  for (const path of ['/fr/home/plugin?sort=name&os=macos', '/home/search?q=icon', '/de/login']) {
    const { canonical, languages, metas } = await headOf({ request }, path)
    expect(metas.get('robots'), path).toContain('noindex')
    expect([canonical, languages], path).toEqual(['', {}])
    expect(metas.get('og:url'), path).toBe(`${baseURL}${path}`)
    expect(metas.get('og:image:width'), path).toBe('1200')
    expect(metas.get('description')?.length, path).toBeGreaterThanOrEqual(70)
  }
  // Parameters that a list does not have leave the page as it is.
  const { canonical, metas } = await headOf({ request }, '/fr/home/plugin?utm_source=x')
  expect([canonical, metas.get('robots')]).toEqual([`${baseURL}/fr/home/plugin`, undefined])
})

test('a project is an article and an author a profile for Open Graph, with the properties of these', async ({
  request,
  baseURL,
}) => {
  const [pack] = (await readList({ request }, 'icon/list?limit=1')).items
  const author = `${baseURL}/ja${paths.author(pack?.author.name ?? '')}`
  const project = await headOf({ request }, `/ja/home/iconpack/detail/${pack?.id}`)
  expect(project.metas.get('og:type')).toBe('article')
  expect(project.metas.get('article:published_time')).toBe(pack?.created_at)
  expect(project.metas.get('article:modified_time')).toBe(pack?.updated_at)
  expect(project.metas.get('article:author')).toBe(author)
  expect(project.metas.get('article:section')).toBeTruthy()
  expect(project.html).toContain(
    `<title>${pack?.title} · Designer のアイコンパック · Keystrip</title>`,
  )
  const profile = await headOf({ request }, author)
  expect(profile.metas.get('og:type')).toBe('profile')
  expect(profile.metas.get('profile:username')).toBe(pack?.author.name)
})

test('pages describe their type to search engines in JSON-LD', async ({ request, baseURL }) => {
  const types = async (path: string) => {
    const { schemas } = await headOf({ request }, path)
    return schemas.map((schema) => schema['@type'])
  }
  expect(await types('/home/index')).toEqual(['WebSite'])
  expect(await types('/ja/home/faq')).toEqual(['FAQPage', 'BreadcrumbList'])
  expect(await types('/fr/home/publish/automation')).toEqual(['BreadcrumbList'])
  expect(await types('/home/iconpack')).toEqual(['BreadcrumbList', 'ItemList'])
  const [plugin] = (await readList({ request }, 'plugin/list?limit=1')).items
  const { schemas } = await headOf({ request }, `/home/plugin/detail/${plugin?.id}`)
  expect(schemas.find((schema) => schema['@type'] === 'SoftwareApplication')).toMatchObject({
    name: plugin?.title,
    softwareVersion: plugin?.version,
    author: { '@type': 'Person', name: plugin && shownName(plugin.author) },
    url: `${baseURL}/home/plugin/detail/${plugin?.id}`,
  })
  const [pack] = (await readList({ request }, 'icon/list?limit=1')).items
  const detail = ['CreativeWork', 'BreadcrumbList']
  expect(await types(`/home/iconpack/detail/${pack?.id}`)).toEqual(detail)
  const profile = ['ProfilePage', 'BreadcrumbList']
  expect(await types(paths.author(pack?.author.name ?? ''))).toEqual(profile)
})

test('an author’s page has all projects, and tabs by kind; an author without projects is 404', async ({
  page,
}) => {
  const { items } = await readList(page, 'icon/list?limit=1')
  const { author, title, id } = items[0] ?? { author: { name: '' } }
  await page.goto(`/home/iconpack/detail/${id}`)
  const shown = shownName(author)
  await page.getByRole('link', { name: shown, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/home/author/`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: title }).first()).toBeVisible()
  await main.getByRole('link', { name: /^Icon packs/ }).click()
  await expect(page).toHaveURL(/\/home\/author\/[^/]+\/iconpack$/)
  await expect(main.getByRole('link', { name: title }).first()).toBeVisible()
  for (const name of ['no-such-name', '..%2F..', 'x'.repeat(300)]) {
    expect((await page.request.get(`/home/author/${name}`)).status(), name).toBe(404)
  }
})

test('the sitemap lists every project in every language, with the same alternates as its page', async ({
  request,
  baseURL,
}) => {
  const ask = async (path: string) => {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['content-type']).toContain('application/xml')
    return answer.text()
  }
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  expect(robots).toContain('Disallow: /home/user')
  expect(robots).toContain('Allow: /api/v1/picture/')
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const index = locations(await ask('/sitemap.xml'))
  expect(index).toEqual([
    '/sitemaps/pages.xml',
    '/sitemaps/projects-0.xml',
    '/sitemaps/authors-0.xml',
  ])
  const xml = await ask('/sitemaps/projects-0.xml')
  const paths = locations(xml)
  let total = 0
  for (const kind of KINDS) total += (await readList({ request }, `${kind}/list?limit=1`)).total
  expect(paths.length).toBe(total * LOCALES.length)
  expect(new Set(paths).size).toBe(paths.length)
  const [project] = (await readList({ request }, 'flexpage/list?limit=1')).items
  const own = `/ja/home/page/detail/${project?.id}`
  expect(paths).toContain(own)
  const entry = xml.split('<url>').find((one) => one.includes(`<loc>${baseURL}${own}</loc>`)) ?? ''
  expect(entry).toContain(`<lastmod>${project?.updated_at}</lastmod>`)
  expect(entry).toContain(`<image:loc>${baseURL}${project?.cover.url}</image:loc>`)
  const links = Object.fromEntries(
    [...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, lang, href]) => [lang, href]),
  )
  expect(links).toEqual((await headOf({ request }, own)).languages)
  const authors = locations(await ask('/sitemaps/authors-0.xml'))
  expect(authors).toContain(`/ja/home/author/${encodeURIComponent(project?.author.name ?? '')}`)
  expect(authors.length / LOCALES.length).toBeGreaterThan(5)
  const site = locations(await ask('/sitemaps/pages.xml'))
  expect(site).toContain('/zh-cn/home/publish/automation')
  for (const path of site) {
    expect((await request.get(path)).status(), path).toBe(200)
  }
  expect((await request.get('/sitemaps/house.xml')).status()).toBe(404)
})

test('pages link to their feed, which contains the projects that they show', async ({
  request,
}) => {
  const { items } = await readList({ request }, 'icon/list?limit=1&sort=recent')
  const { title = '', author } = items[0] ?? {}
  const name = encodeURIComponent(author?.name ?? '')
  for (const path of [
    '/fr/home/index',
    '/home/iconpack',
    `/ja/home/author/${name}`,
    `/home/search?q=${encodeURIComponent(title)}`,
  ]) {
    const { html } = await headOf({ request }, path)
    const [link = ''] = /<link[^>]*application\/atom\+xml[^>]*>/.exec(html) ?? []
    const href = (/href="([^"]*)"/.exec(link)?.[1] ?? '').replaceAll('&amp;', '&')
    const answer = await request.get(href)
    expect(answer.status(), href).toBe(200)
    expect(answer.headers()['content-type']).toContain('application/atom+xml')
    const feed = parseFeed(await answer.text())
    expect(
      feed.items.map((item) => item.title),
      href,
    ).toContain(title)
  }
  for (const path of ['xx/all', 'en/house', 'en/author/no-such-name', 'en/search']) {
    expect((await request.get(`/feeds/${path}.xml`)).status(), path).toBe(404)
  }
})

test('browsers discover the site search (OpenSearch) in the language of the page', async ({
  page,
}) => {
  const { html } = await headOf(page, '/de/home/index')
  const [, href = ''] = /<link rel="search"[^>]*href="([^"]*)"/.exec(html) ?? []
  const xml = await (await page.request.get(href)).text()
  const template = /template="([^"]*)"/.exec(xml)?.[1] ?? ''
  await page.goto(template.replace('{searchTerms}', 'Barometer'))
  await expect(page).toHaveURL(/\/de\/home\/search\?q=Barometer$/)
  await expect(page.getByRole('article').first()).toContainText('Barometer')
})
