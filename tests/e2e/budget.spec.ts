import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { readList } from './lists.ts'
import { ask } from './raw.ts'
import { isWhole } from '#tests/support/whole.ts'

/** JavaScript of lists and detail pages above the framework's minimum: limit in gzipped bytes. */
const BUDGET = 20 * 1024

/** Limit of a document, compressed by Brotli as it is sent; other languages have longer words or more bytes per letter. */
const DOCUMENT_MAX = 12_000
const TRANSLATED_MAX = 12_500
/** Ids and times of the catalogue are random: compressed, they differ by a few bytes from run to run. */
const RANDOM_BYTES = 40

/** A mobile connection, as Lighthouse has it: ms, bytes per second. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
/** Limit of the cumulative layout shift; good is below 0.1. */
const MOVED_MAX = 0.005

/** Limit of the elements of a list of 24. */
const ELEMENTS_MAX = 700

/** URLs of the scripts that a modern browser loads for a page of the framework: all except `nomodule`. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)]
    .filter(([tag]) => !/nomodule/i.test(tag))
    .map(([, src = '']) => src)
}

const blockSchema = z.object({ scripts: z.array(z.string()) })

/** URLs of the scripts that a page loads when a visitor begins to use it. */
function waitingScriptsOf(html: string): string[] {
  const block = /id="page-scripts">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  return blockSchema.parse(JSON.parse(block)).scripts
}

test('lists and detail pages load at most 20 kB of JavaScript above the framework’s minimum', async ({
  request,
}) => {
  const sizes = new Map<string, number>()
  async function weigh(path: string): Promise<number> {
    const known = sizes.get(path)
    if (known !== undefined) return known
    const size = gzipSync(await (await request.get(path)).body()).length
    sizes.set(path, size)
    return size
  }
  async function weighAll(visited: Iterable<string>): Promise<number> {
    let sum = 0
    for (const path of visited) sum += await weigh(path)
    return sum
  }

  // The not-found page has its own layout and no client components: it loads only the framework.
  const framework = new Set(scriptsOf(readFileSync('.next/server/app/_not-found.html', 'utf8')))
  const { items } = await readList({ request }, 'icon/list?limit=1')
  for (const address of ['/home/iconpack', `/home/iconpack/detail/${items[0]?.id}`]) {
    const html = await (await request.get(address)).text()
    const scripts = waitingScriptsOf(html)
    const own = new Set(scripts.filter((src) => !framework.has(src)))
    expect(scripts.length, address).toBeGreaterThan(own.size)
    const [floor, above] = [await weighAll(framework), await weighAll(own)]
    console.log(
      `${address}: framework ${floor} bytes, above it ${above} bytes in ${own.size} files`,
    )
    expect(above, `${address} loads ${[...own].join(' ')}`).toBeLessThanOrEqual(BUDGET)
  }
})

test('home, lists and details are documents of at most 12 kB, and half a kilobyte more in other languages', async ({
  request,
  baseURL,
}) => {
  const details = await Promise.all(
    KINDS.map(async (kind) => {
      const { items } = await readList({ request }, `${kind}/list?limit=1`)
      return paths.detail({ kind, id: items[0]?.id ?? '' })
    }),
  )
  const visited = [paths.home, ...KINDS.map((kind) => paths.list(kind)), ...details]
  for (const [locale, one] of LOCALES.flatMap((code) =>
    visited.map((each) => [code, each] as const),
  )) {
    const path = localePath(locale, one)
    const answer = await ask(baseURL, path, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers['content-encoding'], path).toBe('br')
    const limit = locale === LOCALES[0] ? DOCUMENT_MAX : TRANSLATED_MAX
    expect(answer.bytes, path).toBeLessThanOrEqual(limit + RANDOM_BYTES)
  }
})

test('home, lists, authors and searches preload one picture, and the font of their headings', async ({
  page,
}) => {
  const { items } = await readList(page, 'icon/list?limit=1')
  const author = encodeURIComponent(items[0]?.author.name ?? '')
  for (const address of [
    '/home/index',
    '/home/iconpack',
    '/home/iconpack?sort=name&os=macos',
    `/home/author/${author}`,
    '/home/search?q=icons',
  ]) {
    await page.goto(address)
    const preloads = page.locator('link[rel=preload]')
    await expect(preloads.and(page.locator('[as=image]')), address).toHaveCount(1)
    const font = preloads.and(page.locator('[as=font]'))
    await expect(font, address).toHaveCount(1)
    // The file that the style sheet names: a page without it would load the font twice.
    await page.evaluate(() => document.fonts.ready)
    const href = await font.evaluate((link) => link instanceof HTMLLinkElement && link.href)
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.woff2'))
        .map(({ name }) => name),
    )
    expect(loaded.toSorted(), address).toEqual([href, expect.stringContaining('/inter')])
  }
})

test('nothing moves while a page arrives over a slow connection', async ({ browser, request }) => {
  test.slow()
  const { items } = await readList({ request }, 'icon/list?limit=1')
  const detail = paths.detail({ kind: 'icon', id: items[0]?.id ?? '' })
  for (const [address, sampled] of [
    ['/home/index', 390],
    ['/fr/home/index', 390],
    ['/home/iconpack', 1440],
    [detail, 1440],
  ] as const) {
    for (const width of isWhole ? [390, 1440] : [sampled]) {
      const context = await browser.newContext({ viewport: { width, height: 900 } })
      const visit = await context.newPage()
      const session = await context.newCDPSession(visit)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', SLOW)
      await visit.addInitScript(() => {
        let moved = 0
        const add = (entries: PerformanceEntry[]) => {
          for (const entry of entries) moved += Number(Reflect.get(entry, 'value'))
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        Object.assign(window, {
          movedSoFar() {
            add(observer.takeRecords())
            return moved
          },
        })
      })
      await visit.goto(address)
      const moved = await visit.evaluate(async () => {
        await document.fonts.ready
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        // The second is after the one that shows the fonts.
        await nextFrame()
        await nextFrame()
        const read: unknown = Reflect.get(window, 'movedSoFar')
        return typeof read === 'function' ? Number(read()) : NaN
      })
      expect(moved, `${address} at ${width}`).toBeLessThan(MOVED_MAX)
      await context.close()
    }
  }
})

test('a list of 24 has few elements, and its pictures at most four widths', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/home/iconpack')
  await expect(page.getByRole('article')).toHaveCount(24)
  expect(await page.locator('*').count()).toBeLessThanOrEqual(ELEMENTS_MAX)
  for (const set of await page
    .locator('article img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('srcset') ?? ''))) {
    expect(set.split(', ').length).toBeLessThanOrEqual(4)
  }
  await context.close()
})

test('Chinese and Japanese pages load no font', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
  })
  for (const prefix of ['/ja', '/zh-cn']) {
    await page.goto(`${prefix}/home/iconpack`)
    await page.evaluate(() => document.fonts.ready)
  }
  expect(fonts).toEqual([])
  await page.goto('/home/iconpack')
  await page.evaluate(() => document.fonts.ready)
  expect(fonts.length).toBeGreaterThan(0)
})

test('the islands, which do not wait for the framework, are one script of at most 5 kB', async ({
  request,
}) => {
  const html = await (await request.get('/home/iconpack')).text()
  const addresses = new Set(html.match(/\/_next\/static\/islands-[0-9a-f]{16}\.js/g))
  expect(addresses.size).toBe(1)
  const [address = ''] = addresses
  const answer = await request.get(address)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['cache-control']).toContain('immutable')
  const size = gzipSync(await answer.body()).length
  console.log(`islands: ${size} bytes`)
  expect(size).toBeGreaterThan(100)
  expect(size).toBeLessThanOrEqual(5 * 1024)
})
