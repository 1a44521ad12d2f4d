import { expect, type Page, test } from 'playwright/test'

const CHUNKS = '**/_next/static/chunks/*.js'
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('reloaded'))

/** Counts how often a document comes, and what is complained of. */
function watch(page: Page) {
  const seen = { documents: 0, complaints: [] as string[] }
  page.on('response', (response) => {
    if (response.request().resourceType() === 'document') seen.documents += 1
  })
  page.on('console', (message) => {
    if (message.type() === 'error') seen.complaints.push(message.text())
  })
  return seen
}

/** One of the scripts that a page brings along. */
async function aScriptOf(page: Page, path: string) {
  const html = await (await page.request.get(path)).text()
  const scripts = [...html.matchAll(/<script src="(\/_next\/static\/chunks\/[^"]+)" async/g)]
  return scripts.at(-1)?.[1] ?? ''
}

test('a part of a page that fails to load loads the page once more, and all is well', async ({
  page,
}) => {
  const script = await aScriptOf(page, '/home/index')
  const seen = watch(page)
  let failures = 0
  await page.route(CHUNKS, async (route) => {
    if (!route.request().url().includes(script) || failures > 0) return route.continue()
    failures += 1
    await route.abort()
  })
  await page.goto('/home/index')
  await expect.poll(() => seen.documents).toBe(2)
  await expect.poll(() => kept(page)).toBeNull()
  await page.getByRole('button', { name: /light|dark/i }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(seen.documents).toBe(2)
})

test('a part that fails again is logged; the page is there and does not load on and on', async ({
  page,
}) => {
  const script = await aScriptOf(page, '/home/index')
  const seen = watch(page)
  await page.route(CHUNKS, (route) =>
    route.request().url().includes(script) ? route.abort() : route.continue(),
  )
  await page.goto('/home/index')
  await expect
    .poll(() => seen.complaints.filter((text) => text.includes('A part of the page')).length)
    .toBe(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(seen.documents).toBe(2)
})

test('a screen whose parts are gone when one goes there is loaded whole', async ({ page }) => {
  await page.goto('/home/faq')
  await expect.poll(() => kept(page)).toBeNull()
  const loaded = new Set<string>()
  for (const src of await page
    .locator('script[src]')
    .evaluateAll((all) => all.map((one) => (one instanceof HTMLScriptElement ? one.src : ''))))
    loaded.add(src)
  let isBroken = true
  await page.route(CHUNKS, (route) =>
    isBroken && !loaded.has(route.request().url()) ? route.abort() : route.continue(),
  )
  const seen = watch(page)
  page.on('response', (response) => {
    // The new version of the site is there as soon as its page is.
    if (response.request().resourceType() === 'document') isBroken = false
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Icon packs' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Icon packs')
  await expect(page).toHaveURL('/home/iconpack')
  await expect.poll(() => kept(page)).toBeNull()
  expect(seen.documents).toBeLessThanOrEqual(1)
})
