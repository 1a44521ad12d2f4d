import { expect, type Page, test } from 'playwright/test'
import { useScripts } from './intent.ts'
import { readList } from './lists.ts'

/* What survives when a link loads a whole page. */

/** Follows a link as a browser without scripts would. */
const follow = (page: Page, path: string) =>
  page.evaluate((href) => {
    location.href = href
  }, path)

test('nothing of a public page keeps it out of the back/forward cache', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    Reflect.set(window, 'listened', seen)
    const original = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (type: string, ...rest: unknown[]) {
      seen.push(type)
      Reflect.apply(original, this, [type, ...rest])
    }
  })
  const { items } = await readList(page, 'icon/list?limit=1')
  for (const path of [
    '/home/index',
    '/home/iconpack',
    `/home/iconpack/detail/${items[0]?.id}`,
    '/home/faq',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.headers()['cache-control'], path).not.toContain('no-store')
    await useScripts(page)
    const listened = await page.evaluate((): unknown => Reflect.get(window, 'listened'))
    expect(listened, path).toContain('pagehide')
    expect(listened, path).not.toContain('unload')
    expect(listened, path).not.toContain('beforeunload')
  }
})

test(
  'a page from the back/forward cache shows theme and setup of now, and no loading bar',
  { tag: '@long' },
  async ({ page }) => {
    const { items } = await readList(page, 'icon/list?limit=24')
    await page.goto('/home/iconpack')
    await useScripts(page)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /light|dark/i })
      .click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.evaluate(() => {
      // The next page never comes: the bar stays.
      addEventListener('click', (event) => event.preventDefault(), { capture: true })
    })
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page.locator('.loading-bar')).toBeVisible()
    const badges = page.getByRole('article').locator('[data-fit]')
    await expect(badges).toHaveCount(0)
    // The headless shell has no such cache: another page of the tab, and the return from it.
    await page.evaluate(() => {
      localStorage.setItem('theme', 'dark')
      localStorage.setItem('setup', 'linux 2.0.0')
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect(page.locator('.loading-bar')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(badges).toHaveCount(items.length)
  },
)

test(
  'a message stays when a link loads another page, and can be read again there',
  { tag: '@long' },
  async ({ page, context }) => {
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
  },
)

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
