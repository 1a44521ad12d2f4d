import { expect as baseExpect, type Page, test } from 'playwright/test'

// Whole pages are opened, which a busy machine takes long for.
const expect = baseExpect.configure({ timeout: 30_000 })

for (const scripts of [true, false]) {
  test(
    `a list that grows ${scripts ? 'before its scripts run' : 'without scripts'} shows its new cards`,
    { tag: scripts ? [] : '@long' },
    async ({ browser }) => {
      const page = await browser.newPage({ javaScriptEnabled: scripts })
      await page.route('**/_flight/**', () => {})
      await page.goto('/home/iconpack?sort=name')
      await page.getByRole('link', { name: 'Show more' }).click()
      await expect(page).toHaveURL(/limit=48#more$/)
      await expect(page.getByRole('article').nth(24)).toBeInViewport()
      await page.close()
    },
  )
}

test('a transition that the browser ends early is no error', async ({ page }) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto('/home/iconpack')
  const link = page.getByRole('article').first().getByRole('link').first()
  const address = await link.evaluate((one) => one instanceof HTMLAnchorElement && one.href)
  await page.goto(String(address))
  await page.goto('/home/iconpack')
  const cover = page.getByRole('article').first().locator('img').first()
  const named = await cover.evaluate((picture) => {
    const finished = new Promise((_, reject) => setTimeout(() => reject(new Error('aborted'))))
    dispatchEvent(Object.assign(new Event('pagereveal'), { viewTransition: { finished } }))
    return picture.style.getPropertyValue('view-transition-name')
  })
  expect(named).toBe('cover')
  await expect(cover).not.toHaveAttribute('style', /view-transition-name/)
  expect(errors).toEqual([])
})

const header = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name })

test(
  'a list is returned to by the header as it was left, in this tab and until it is left otherwise',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto('/home/iconpack?sort=name&os=macos&limit=48')
    const last = page.getByRole('article').last()
    // Fonts that arrive later move the cards.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await last.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(500)
    await last.getByRole('link').click()
    await expect(page).toHaveURL(/\/detail\//)
    // Another kind is a list of its own.
    await header(page, 'Plugins').click()
    await expect(page).toHaveURL(/\/home\/plugin$/)
    const elsewhere = context.waitForEvent('page')
    await header(page, 'Icon packs').click({ modifiers: ['ControlOrMeta'] })
    const opened = await elsewhere
    await expect(opened).toHaveURL(/\/home\/iconpack$/)
    await opened.close()
    await header(page, 'Icon packs').click()
    await expect(page).toHaveURL(/\/home\/iconpack\?sort=name&os=macos&limit=48$/)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    await expect(last).toBeInViewport()
    // On the list itself the link leads to its beginning.
    await page.evaluate(() => scrollTo(0, 0))
    await header(page, 'Icon packs').click()
    await expect(page).toHaveURL(/\/home\/iconpack$/)
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/detail\//)
    await header(page, 'Icon packs').click()
    await expect(page).toHaveURL(/\/home\/iconpack$/)
  },
)
