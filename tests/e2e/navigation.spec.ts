import { expect, type Page, test } from 'playwright/test'
import { readList } from './lists.ts'

/* What survives when a link loads a whole page. */

const BACK_FORWARD = '--disable-back-forward-cache'

/** Follows a link as a browser without scripts would. */
const follow = (page: Page, path: string) =>
  page.evaluate((href) => {
    location.href = href
  }, path)

test.describe('the back/forward cache', () => {
  // Playwright switches it off.
  test.use({
    launchOptions: async ({ launchOptions }, use) => {
      await use({ ...launchOptions, ignoreDefaultArgs: [BACK_FORWARD] })
    },
  })

  test('keeps public pages; theme, setup and loading bar are those of now', async ({ page }) => {
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['persisted'] = String(persisted)
      })
    })
    const { items } = await readList(page, 'icon/list?limit=24')
    await page.goto('/home/iconpack')
    await page.mouse.move(300, 300)
    await page.getByRole('article').nth(8).scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    await follow(page, `/home/iconpack/detail/${items[0]?.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[0]?.title ?? '')
    await page.evaluate(() => {
      localStorage.setItem('theme', 'light')
      localStorage.setItem('setup', 'linux 2.0.0')
    })
    await page.goBack()
    await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true')
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('article').locator('[data-fit]')).toHaveCount(items.length)
    await expect(page.locator('.loading-bar')).toHaveCount(0)
  })
})

test('a message stays when a link loads another page, and can be read again there', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  const { items } = await readList(page, 'icon/list?limit=1')
  await page.goto(`/home/iconpack/detail/${items[0]?.id}`)
  await page.getByRole('button', { name: 'Copy the SHA-256' }).click()
  const message = page.getByText('Copied', { exact: true })
  await expect(message).toBeVisible()
  await follow(page, '/home/faq')
  await expect(page).toHaveURL('/home/faq')
  await expect(message).toBeVisible()
  await expect(message).toHaveCount(0)
  await page.keyboard.press('F8')
  await expect(page.locator('details[open]')).toContainText('Copied')
})

test('the browser accepts the rules and fetches a stored page when the pointer rests on its link', async ({
  page,
}) => {
  const client = await page.context().newCDPSession(page)
  const rules: { errorType?: string; sourceText: string }[] = []
  const fetched: string[] = []
  client.on('Preload.ruleSetUpdated', ({ ruleSet }) => rules.push(ruleSet))
  client.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') fetched.push(new URL(prefetchUrl).pathname)
  })
  await client.send('Preload.enable')
  const { items } = await readList(page, 'icon/list?limit=1')
  await page.goto('/home/iconpack')
  await expect.poll(() => rules.length).toBe(1)
  expect(rules[0]?.errorType).toBeUndefined()
  await page.getByRole('article').first().getByRole('link').hover()
  await expect.poll(() => fetched).toContain(`/home/iconpack/detail/${items[0]?.id}`)
  await page.getByRole('searchbox').first().hover()
  await page.getByRole('link', { name: 'Sign in' }).hover()
  expect(fetched).toHaveLength(1)
})
