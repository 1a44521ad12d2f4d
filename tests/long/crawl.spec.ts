import { expect, test } from 'playwright/test'
import { LOCALES } from '#lib/contract/locale.ts'
import { type Crawled, crawl } from './crawl.ts'
import { figure } from '#tests/support/figure.ts'

test.describe.configure({ mode: 'serial' })

let pages = new Map<string, Crawled>()

test('no link, picture, card or feed of the site is broken', async ({ baseURL }) => {
  const begun = performance.now()
  pages = await crawl(baseURL ?? '')
  // Without a session, user pages redirect to the sign-in page.
  const isRight = (path: string, status: number) =>
    status === (/^(\/[a-z-]+)?\/home\/user\b/.test(path) ? 307 : 200)
  const broken = [...pages].filter(([path, { status }]) => !isRight(path, status))
  figure('addresses reached from the entrance, all languages', pages.size)
  figure('of them broken', broken.length)
  figure('seconds for all of them, 4 at a time', ((performance.now() - begun) / 1000).toFixed(0))
  expect(broken.map(([path, { status }]) => `${status} ${path}`).slice(0, 50)).toEqual([])
  expect(pages.size).toBeGreaterThan(3000)
})

test('every indexed page links to itself in all languages, and each of these links back', () => {
  const indexed = [...pages].filter(
    ([path, { isIndexed, canonical }]) => isIndexed && canonical === path,
  )
  figure('pages for search engines, all languages', indexed.length)
  const faults = indexed.filter(([path, { languages }]) => {
    const isWhole = [...LOCALES, 'x-default'].every((name) => languages[name] !== undefined)
    const areEqual = Object.values(languages).every((other) => {
      const back = pages.get(other)
      return back?.isIndexed && JSON.stringify(back.languages) === JSON.stringify(languages)
    })
    return !isWhole || !areEqual || !Object.values(languages).includes(path)
  })
  expect(faults.map(([path]) => path).slice(0, 50)).toEqual([])
  expect(indexed.length).toBeGreaterThan(500)
})

test('the sitemap lists exactly the indexed pages, with the same languages', async ({
  page,
  baseURL,
}) => {
  const read = async (path: string) => (await page.request.get(path)).text()
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(unescape(url)).pathname)
  const unescape = (text: string) =>
    text
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replaceAll('&amp;', '&')
  const inSitemap = new Map<string, Record<string, string>>()
  for (const part of locations(await read('/sitemap.xml'))) {
    const entries = (await read(part)).split('<url>').slice(1)
    for (const entry of entries) {
      const links = [...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)]
      inSitemap.set(
        locations(entry)[0] ?? '',
        Object.fromEntries(
          links.map(([, name = '', href = '']) => [
            name,
            unescape(href).replace(baseURL ?? '', ''),
          ]),
        ),
      )
    }
  }
  const indexed = [...pages].filter(
    ([path, { isIndexed, canonical }]) => isIndexed && canonical === path,
  )
  expect([...inSitemap.keys()].toSorted()).toEqual(indexed.map(([path]) => path).toSorted())
  for (const [path, { languages }] of indexed) expect(inSitemap.get(path), path).toEqual(languages)
})
