import { createServer } from 'node:http'
import { expect, type Page, test } from 'playwright/test'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { isOffered, isOfRole } from '#lib/contract/call.ts'
import { paths } from '#lib/paths.ts'
import { expectNoAxeFaults } from './axe.ts'
import { ask } from './raw.ts'
import { onLoopback } from '#tests/support/on-loopback.ts'

/** Limit of the page, compressed by Brotli as it is sent. */
const DOCUMENT_MAX = 12_000
type Options = {
  method?: string
  headers?: Record<string, string>
  credentials?: 'include'
  body?: string
}
/** Those of administrators and moderators are in the OpenAPI document alone. */
const OFFERED = NAMED_CALLS.filter(({ call }) => isOffered(call) && !isOfRole(call.access))

/** The sample with a caption. */
const sample = async (page: Page, caption: string) =>
  (await page
    .locator('figure')
    .filter({ has: page.getByText(caption, { exact: true }) })
    .locator('pre')
    .textContent()) ?? ''

/** A website of its own origin: a page with a module. */
async function startWebsite(module: string) {
  const server = createServer((req, res) => {
    const isModule = req.url === '/module.js'
    res.setHeader('content-type', isModule ? 'text/javascript; charset=utf-8' : 'text/html')
    res.end(isModule ? module : '<!doctype html><script type="module" src="module.js"></script>')
  })
  return onLoopback(server)
}

test('a page of another website searches, lists packs and shows their icons by the sample of the page', async ({
  page,
  baseURL,
}) => {
  await page.goto(paths.developers())
  const website = await startWebsite(await sample(page, 'Show icons on another website'))
  const api = `${baseURL ?? ''}/api/v1`
  await page.goto(website.url)
  await expect(page.getByRole('heading')).toHaveCount(3)
  const images = page.getByRole('img')
  await expect.poll(() => images.count()).toBeGreaterThan(8)
  for (const image of await images.all()) {
    await expect
      .poll(() => image.evaluate((img) => Number(Reflect.get(img, 'naturalWidth'))))
      .toBeGreaterThan(0)
  }
  const read = (path: string, init: Options = {}) =>
    page.evaluate(
      async ([address, options]) => {
        try {
          const response = await fetch(address, options)
          return { status: response.status, headers: Object.fromEntries(response.headers) }
        } catch {
          return 'unreadable'
        }
      },
      [api + path, init] as const,
    )
  expect(await read('/icon/list?limit=1')).toMatchObject({
    status: 200,
    headers: {
      etag: expect.stringMatching(/^W\//),
      link: expect.stringContaining('rel="next"'),
      ratelimit: expect.stringMatching(/^"calls";r=\d+;t=\d+$/),
      'ratelimit-policy': expect.stringContaining(';w='),
    },
  })
  // With a preflight.
  const custom = { headers: { 'if-none-match': '*', range: 'bytes=0-3' } }
  expect(await read('/icon/list?limit=1', custom)).toMatchObject({ status: 304 })
  expect(await read('/icon/nothing')).toMatchObject({ status: 404 })
  expect(await read('/account/info')).toBe('unreadable')
  expect(await read('/icon/list', { credentials: 'include' })).toBe('unreadable')
  const token = { headers: { authorization: 'Bearer ks_pat_x' } }
  expect(await read('/icon/list', token)).toBe('unreadable')
  expect(await read('/statistic/record', { method: 'POST', body: '{}' })).toBe('unreadable')
  website.stop()
})

test(
  'the page for developers is in the footer and the guides, and its feeds exist',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(paths.home)
    await page.getByRole('contentinfo').getByRole('link', { name: 'For developers' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('For developers')
    for (const address of await page.locator('#changes dd code').allTextContents()) {
      const known = address.replace('NAME', 'Hollis-Rook').replace('WORDS', 'weather')
      expect((await page.request.get(known)).status(), known).toBe(200)
    }
    await page.goto(paths.automation('tokens'))
    await page.getByRole('link', { name: 'description of the API' }).click()
    await expect(page).toHaveURL(paths.developers('calls'))
  },
)

test('without scripts every call is listed and unfolds, and an address leads to one', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/de${paths.developers()}#call-list`)
  await expect(page.locator('#call-list')).toBeVisible()
  await expect(page.locator('#call-list')).toContainText('next: string | null')
  const names = (selector: string) => page.locator(selector).allTextContents()
  await page.locator('details:has(#call-project) summary').click()
  await expect(page.locator('#call-project')).toContainText('404 not_found')
  const open = await names('#calls summary')
  await page.getByRole('main').getByRole('link', { name: 'Weitere Aufrufe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Weitere Aufrufe')
  const listed = [...open, ...(await names('article summary'))].join('\n')
  const all = OFFERED.map(({ call: { method, path } }) => `${method.toUpperCase()} ${path}`)
  expect(all.filter((one) => !listed.includes(one))).toEqual([])
  await context.close()
})

test(
  'axe reports no violations in unfolded calls, and the pages are light',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    await page.goto(paths.developers())
    for (const name of ['search', 'file', 'exchangeToken']) {
      await page.locator(`details:has(#call-${name}) summary`).click()
    }
    await expectNoAxeFaults(page, 'the calls')
    for (const path of [paths.developers(), paths.accountCalls]) {
      const { bytes } = await ask(baseURL, path, { headers: { 'accept-encoding': 'br' } })
      // Every call of the API is on it.
      expect(bytes, path).toBeLessThan(DOCUMENT_MAX + 1_900)
    }
  },
)
