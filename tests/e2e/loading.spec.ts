import { expect, type Page, test } from 'playwright/test'
import { useScripts } from './intent.ts'

const CHUNKS = '**/_next/static/chunks/*.js'
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('reloaded'))

/** Counts document loads and collects console errors. */
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

/** Path of the last async script in the HTML of a page. */
async function aScriptOf(page: Page, path: string) {
  const html = await (await page.request.get(path)).text()
  const scripts = [...html.matchAll(/<script src="(\/_next\/static\/chunks\/[^"]+)" async/g)]
  return scripts.at(-1)?.[1] ?? ''
}

test('a chunk that fails to load reloads a page with a form of an account once, and the page works', async ({
  page,
}) => {
  const script = await aScriptOf(page, '/login')
  const seen = watch(page)
  let failures = 0
  await page.route(CHUNKS, async (route) => {
    if (!route.request().url().includes(script) || failures > 0) return route.continue()
    failures += 1
    await route.abort()
  })
  await page.goto('/login')
  await expect.poll(() => seen.documents).toBe(2)
  await expect.poll(() => kept(page)).toBeNull()
  await page.getByRole('button', { name: /light|dark/i }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(seen.documents).toBe(2)
})

test(
  'a chunk that fails again is logged; the page is shown and does not reload in a loop',
  { tag: '@long' },
  async ({ page }) => {
    const script = await aScriptOf(page, '/login')
    const seen = watch(page)
    await page.route(CHUNKS, (route) =>
      route.request().url().includes(script) ? route.abort() : route.continue(),
    )
    await page.goto('/login')
    await expect
      .poll(() => seen.complaints.filter((text) => text.includes('not loaded: ')).length)
      .toBe(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(seen.documents).toBe(2)
  },
)

test(
  'navigating to a page whose chunks are gone loads the whole document',
  { tag: '@long' },
  async ({ page }) => {
    const loaded = new Set<string>()
    let isBroken = false
    await page.route(CHUNKS, (route) =>
      isBroken && !loaded.has(route.request().url()) ? route.abort() : route.continue(),
    )
    await page.goto('/home/faq')
    await useScripts(page)
    for (const src of await page
      .locator('script[src]')
      .evaluateAll((all) => all.map((one) => (one instanceof HTMLScriptElement ? one.src : ''))))
      loaded.add(src)
    isBroken = true
    const seen = watch(page)
    page.on('response', (response) => {
      // A document of the new version refers only to chunks that exist.
      if (response.request().resourceType() === 'document') isBroken = false
    })
    await page.getByRole('navigation').getByRole('link', { name: 'Icon packs' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Icon packs')
    await expect(page).toHaveURL('/home/iconpack')
    await expect.poll(() => kept(page)).toBeNull()
    expect(seen.documents).toBeLessThanOrEqual(1)
  },
)
