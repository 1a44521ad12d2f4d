import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { validateXML } from 'xmllint-wasm'
import { residentMb } from '#bench/processor.ts'
import { SHARD_SIZE } from '#lib/contract/address.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { figure } from '#tests/support/figure.ts'

const own = (name: string) => new URL(`schemas/${name}`, import.meta.url)
/** Schema of the sitemap protocol; the package does not export it. */
const protocol = path.resolve('node_modules/sitemap/schema/sitemap.xsd')
const file = (fileName: string, from: URL | string) => ({
  fileName,
  contents: readFileSync(from, 'utf8'),
})
/** In pages of 64 kB: the validator holds the tree of a 25 MB document in memory. */
const MEMORY_PAGES = 32_768

/** Schema violations of a sitemap or a sitemap index. */
async function faultsOf(xml: string): Promise<string[]> {
  const isIndex = xml.includes('<sitemapindex')
  const { errors } = await validateXML({
    xml: [{ fileName: 'given.xml', contents: xml }],
    schema: [file('all.xsd', own(isIndex ? 'siteindex.xsd' : 'all.xsd'))],
    preload: isIndex
      ? []
      : [
          file('sitemap.xsd', protocol),
          file('image.xsd', own('image.xsd')),
          file('link.xsd', own('link.xsd')),
        ],
    initialMemoryPages: 1024,
    maxMemoryPages: MEMORY_PAGES,
  })
  return errors.map(({ message }) => message)
}

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)

test('the schema detects invalid sitemaps', async ({ page }) => {
  const xml = await (await page.request.get('/sitemaps/pages.xml')).text()
  expect(await faultsOf(xml.replace('<loc>', '<lok>').replace('</loc>', '</lok>'))).not.toEqual([])
  expect(await faultsOf(xml.replace('hreflang=', 'lang='))).not.toEqual([])
})

test('every sitemap of the site is valid', async ({ page }) => {
  const index = await (await page.request.get('/sitemap.xml')).text()
  expect(await faultsOf(index)).toEqual([])
  for (const url of locations(index)) {
    expect(await faultsOf(await (await page.request.get(url)).text()), url).toEqual([])
  }
})

test('a million projects are sent in constant memory, in valid shards, each exactly once', async () => {
  const PROJECTS = 1_000_000
  const idOf = (at: number) => `p${String(at).padStart(9, '0')}`
  const backend = await startFaultyBackend()
  backend.behave((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', backend.url)
    if (pathname.endsWith('/index/shards')) {
      const count = searchParams.get('of') === 'authors' ? 0 : PROJECTS / SHARD_SIZE - 1
      const starts = Array.from({ length: count }, (_, at) => idOf((at + 1) * SHARD_SIZE - 1))
      return answer(res, 200, { starts })
    }
    if (!pathname.endsWith('/index/addresses')) return answer(res, 200, { items: [] })
    const after = searchParams.get('after')
    const from = after === null ? 0 : Number(after.slice(1)) + 1
    const length = Math.min(Number(searchParams.get('limit')), PROJECTS - from)
    const items = Array.from({ length }, (_, at) => ({
      kind: 'icon',
      id: idOf(from + at),
      updated_at: '2026-01-01T00:00:00.000Z',
      cover_url: `/api/v1/file/${idOf(from + at)}/image.webp`,
    }))
    answer(res, 200, { items })
  })
  const web = await startWebApp(backend.url)
  try {
    const read = async (at: string) => (await fetch(`${web.url}${at}`)).text()
    const index = await read('/sitemap.xml')
    expect(await faultsOf(index)).toEqual([])
    const shards = locations(index).filter((url) => url.includes('/projects-'))
    expect(shards).toHaveLength(PROJECTS / SHARD_SIZE)
    const begun = performance.now()
    const memory: number[] = []
    let addresses = 0
    let before = ''
    for (const [at, shard] of shards.entries()) {
      const xml = await read(new URL(shard).pathname)
      memory.push(residentMb(web.pid ?? 0).now)
      const found = locations(xml).filter((url) => !url.includes('/api/'))
      addresses += found.length
      // Ids increase from shard to shard, so none is sent twice.
      const [first = '', last = ''] = [found[0], found.at(-1)].map((url) => url?.slice(-10) ?? '')
      expect(first > before, shard).toBe(true)
      before = last
      if (at % 50 === 0 || at === shards.length - 1) {
        expect(Buffer.byteLength(xml), shard).toBeLessThan(50 * 1024 * 1024)
        expect(found.length, shard).toBeLessThanOrEqual(50_000)
        expect(await faultsOf(xml), shard).toEqual([])
      }
    }
    expect(addresses).toBe(PROJECTS * 5)
    const early = Math.max(...memory.slice(0, 20))
    const most = Math.max(...memory)
    figure('addresses in the sitemap of a million projects', addresses)
    figure(
      'seconds to send all its shards, one after the other',
      ((performance.now() - begun) / 1000).toFixed(0),
    )
    figure('MB of memory the web app took at most during the first 20 shards', early.toFixed(0))
    figure('MB of memory the web app took at most during all 200', most.toFixed(0))
    expect(most).toBeLessThan(early * 1.5)
  } finally {
    await web.stop()
    await backend.stop()
  }
})
