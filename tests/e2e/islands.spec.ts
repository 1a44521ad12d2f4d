import { expect, type Page } from 'playwright/test'
import { readList } from './lists.ts'
import { accountMenu, register, test } from './people.ts'

const CHUNKS = '**/_next/static/chunks/*.js'
const ISLANDS = /\/_next\/static\/islands-[0-9a-f]{16}\.js$/

/** Keeps the framework's scripts away: what is shown then, the islands show. */
async function withoutFramework(page: Page) {
  await page.addInitScript(() => localStorage.setItem('reloaded', '1'))
  await page.route(CHUNKS, (route) => route.abort())
}

const keepSetup = (page: Page, setup: string | null) =>
  page.evaluate((text) => {
    if (text === null) localStorage.removeItem('setup')
    else localStorage.setItem('setup', text)
  }, setup)

const badges = (page: Page) => page.getByRole('article').locator('[data-fit]')

test('the header shows the signed-in account before the framework runs, and the same after', async ({
  page,
}) => {
  const { username } = await register(page)
  await page.goto('/home/iconpack')
  const initial = accountMenu(page).locator('[data-account=initial]')
  await page.mouse.move(300, 300)
  await expect(initial).toHaveText(username.slice(0, 1))

  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && /hydrat|#4\d\d/i.test(message.text())) {
      complaints.push(message.text())
    }
  })
  let isHeld = true
  const held: (() => void)[] = []
  await page.route(CHUNKS, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto('/home/iconpack', { waitUntil: 'commit' })
  await expect(initial).toHaveText(username.slice(0, 1))
  await expect(accountMenu(page).locator('summary .icon')).toBeHidden()
  await initial.click()
  await expect(accountMenu(page).getByText(username, { exact: true })).toBeVisible()

  isHeld = false
  for (const release of held) release()
  // Only the framework reads the address.
  await expect(accountMenu(page).getByText(`${username}@example.com`)).toBeVisible()
  await expect(initial).toHaveText(username.slice(0, 1))
  expect(complaints).toEqual([])
})

test(
  'badges appear without the framework, follow another tab, and are on cards that come later',
  { tag: '@long' },
  async ({ page, context }) => {
    await withoutFramework(page)
    await page.goto('/home/iconpack')
    const { items } = await readList(page, 'icon/list?limit=24')
    await expect(badges(page)).toHaveCount(0)
    await keepSetup(page, 'linux 1.0.0')
    await page.reload()
    await expect(badges(page)).toHaveCount(items.length)

    await page.evaluate(() => {
      const card = document.querySelector('li:has(> article)')
      const copy = card?.cloneNode(true)
      if (!(copy instanceof HTMLElement)) throw new Error('no card')
      const badge = copy.querySelector<HTMLElement>('[data-systems]')
      badge?.removeAttribute('data-fit')
      if (badge) badge.textContent = ''
      card?.after(copy)
    })
    await expect(badges(page)).toHaveCount(items.length + 1)

    const other = await context.newPage()
    await other.goto('/home/faq')
    await keepSetup(other, null)
    await expect(badges(page)).toHaveCount(0)
    await keepSetup(other, '<img src=x onerror=alert(1)> 2.0.0')
    await expect(page.getByRole('article').locator('img[src=x]')).toHaveCount(0)
  },
)

test(
  'a filter is no setup: badges are for who has entered one, and lie on no cover',
  { tag: '@long' },
  async ({ page }) => {
    await withoutFramework(page)
    await page.goto('/home/iconpack?os=macos')
    await page.mouse.move(300, 300)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(badges(page)).toHaveCount(0)
    await keepSetup(page, 'linux 1.0.0')
    await page.reload()
    const badge = badges(page).first()
    await expect(badge).toBeVisible()
    const [cover, mark] = await Promise.all([
      page.getByRole('article').first().locator('img').boundingBox(),
      badge.boundingBox(),
    ])
    expect(mark?.y).toBeGreaterThan((cover?.y ?? 0) + (cover?.height ?? 0))
  },
)

test(
  'without session and setup the islands are not requested before the framework runs',
  { tag: '@long' },
  async ({ page }) => {
    await withoutFramework(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/home/iconpack')
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(asked.filter((path) => ISLANDS.test(path))).toEqual([])
    await keepSetup(page, 'linux 2.0.0')
    await page.reload()
    await expect.poll(() => asked.filter((path) => ISLANDS.test(path)).length).toBe(1)
  },
)

test(
  'a page that is rendered in advance loads the islands and reads its cookie when it is shown',
  { tag: '@long' },
  async ({ page }) => {
    await withoutFramework(page)
    await page.addInitScript(() => {
      localStorage.setItem('setup', 'linux 2.0.0')
      const now = { isHidden: true }
      Object.defineProperty(document, 'prerendering', {
        get: () => now.isHidden,
        configurable: true,
      })
      addEventListener('test-show', () => {
        now.isHidden = false
        document.dispatchEvent(new Event('prerenderingchange'))
      })
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/home/iconpack')
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(asked.filter((path) => ISLANDS.test(path))).toEqual([])
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()

    await page.evaluate(() => {
      document.cookie = 'signed_in=1; path=/'
      localStorage.setItem('theme', 'light')
      dispatchEvent(new Event('test-show'))
    })
    await expect(badges(page).first()).toBeAttached()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  },
)
