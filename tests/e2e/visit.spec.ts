import { versionedName } from '#lib/contract/version/versioned-name.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'playwright/test'
import { useScripts } from './intent.ts'
import { readList } from './lists.ts'

for (const scripts of [true, false]) {
  test.describe(scripts ? 'a visitor' : 'a visitor without JavaScript', () => {
    test.use({ javaScriptEnabled: scripts })

    test(
      'goes from the root address through a list to a project and downloads its file',
      { tag: '@reference' },
      async ({ page }) => {
        await page.goto('/')
        await expect(page).toHaveURL(/\/home\/index$/)
        await page
          .getByRole('navigation', { name: 'Kinds' })
          .getByRole('link', { name: 'Icon packs' })
          .click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Icon packs')
        const first = (await readList(page, 'icon/list')).items[0]
        if (!first?.file) throw new Error('the first project has no file')
        await page.getByRole('main').getByRole('link', { name: first.title }).first().click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.title)
        await expect(page.getByText(first.file.sha256)).toBeVisible()
        const downloading = page.waitForEvent('download')
        await page.getByRole('link', { name: 'Download source file' }).click()
        const download = await downloading
        const { name } = first.file
        // The name of a saved file is a matter of each backend.
        const isReference = test.info().project.name.startsWith('reference')
        const saved = isReference ? name : versionedName(name, first.version)
        expect(download.suggestedFilename()).toBe(saved)
        const hash = createHash('sha256')
        for await (const chunk of await download.createReadStream()) hash.update(chunk)
        expect(hash.digest('hex')).toBe(first.file.sha256)
      },
    )

    test(
      'sorts and filters a list, and the address contains the selection',
      { tag: scripts ? [] : '@long' },
      async ({ page }) => {
        await page.goto('/home/iconpack')
        const form = page.getByRole('form', { name: 'Filter and sort' })
        await form.getByLabel('Runs on version').fill('1.0.0')
        await form.getByRole('button', { name: 'Apply' }).click()
        await expect(page).toHaveURL(/minimum_version=1\.0\.0/)
        await form.getByLabel('Sort by').selectOption({ label: 'Name Z-A' })
        if (!scripts) await form.getByRole('button', { name: 'Apply' }).click()
        await expect(page).toHaveURL(/sort=-name/)
        const wanted = await readList(page, 'icon/list?sort=-name&minimum_version=1.0.0')
        await expect(page.getByRole('article').getByRole('heading')).toHaveText(
          wanted.items.map(({ title }) => title),
        )
        await page.getByRole('link', { name: /Runs on 1\.0\.0/ }).click()
        await expect(page).not.toHaveURL(/minimum_version/)
        await expect(page).toHaveURL(/sort=-name/)
      },
    )

    test('chooses a category by its chip', { tag: scripts ? '@long' : [] }, async ({ page }) => {
      await page.goto('/home/iconpack?sort=name')
      const weather = await readList(page, 'icon/list?category=weather&sort=name')
      const chips = page.getByRole('navigation', { name: 'Category' })
      const all = chips.getByRole('link', { name: /^All\b/ })
      await expect(all).toHaveAttribute('aria-current', 'true')
      const { total } = await readList(page, 'icon/list')
      await expect(all).toHaveAccessibleName(`All ${total}`)
      const chip = chips.getByRole('link', { name: `Weather ${weather.total}`, exact: true })
      await chip.click()
      await expect(page).toHaveURL(/\?sort=name&category=weather$/)
      await expect(chip).toHaveAttribute('aria-current', 'true')
      await expect(page.getByRole('article').getByRole('heading')).toHaveText(
        weather.items.map(({ title }) => title),
      )
      await all.click()
      await expect(page).toHaveURL(/\?sort=name$/)
    })

    test('pages through a whole list with its links', { tag: '@long' }, async ({ page }) => {
      await page.goto('/home/iconpack?sort=name')
      const seen = new Set<string>()
      const { total, next: cursor } = await readList(page, 'icon/list?sort=name')
      await expect(page.getByText(`1–24 of ${total}`)).toHaveCount(2)
      const see = async () => {
        for (const link of await page.getByRole('article').getByRole('link').all()) {
          seen.add((await link.getAttribute('href')) ?? '')
        }
        return seen.size
      }
      for (;;) {
        // The address changes before the page is there: its end comes last.
        await expect(page.getByRole('contentinfo')).toBeVisible()
        await expect.poll(see).toBeGreaterThan(seen.size)
        const next = page.getByRole('link', { name: /^(?:Show more|Next results)$/ })
        if ((await next.count()) === 0) break
        const before = page.url()
        await next.click()
        await expect(page).not.toHaveURL(before)
      }
      expect(seen.size).toBe(total)
      await page.goto(`/home/iconpack?sort=name&after=${cursor}`)
      await expect(page.getByText(`25–${Math.min(48, total)} of ${total}`)).toHaveCount(2)
      await page.getByRole('link', { name: 'First results' }).click()
      await expect(page).toHaveURL(/\/home\/iconpack\?sort=name$/)
    })

    test(
      'sees a message and a link that removes the filters when nothing matches',
      { tag: '@long' },
      async ({ page }) => {
        await page.goto('/home/plugin?author=unknown')
        await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
        await page.getByRole('link', { name: 'Remove all filters' }).click()
        await expect(page.getByRole('article').first()).toBeVisible()
      },
    )

    test(
      'changes the language and stays on the page',
      { tag: scripts ? '@long' : [] },
      async ({ page }) => {
        await page.goto('/home/faq')
        await page.getByRole('banner').locator('summary[aria-label="Language"]').click()
        await page.getByRole('link', { name: 'Deutsch' }).click()
        await expect(page).toHaveURL(/\/de\/home\/faq$/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fragen und Antworten')
      },
    )
  })
}

test('Back returns to the same list at the same scroll position; other navigation starts at the top', async ({
  page,
}) => {
  await page.goto('/home/iconpack?sort=name')
  const last = page.getByRole('article').last()
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(500)
  await last.getByRole('link').click()
  await expect(page).toHaveURL(/\/detail\//)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/home\/iconpack\?sort=name$/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
  await page.goForward()
  await expect(page).toHaveURL(/\/detail\//)
})

test('a list grows in place, and Back restores everything that was loaded', async ({ page }) => {
  const { total } = await readList(page, 'icon/list')
  const grown = Math.min(total, 48)
  await page.goto('/home/iconpack?sort=name')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(24)
  await useScripts(page)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cards).toHaveCount(grown)
  await expect(page).toHaveURL(/\?sort=name&limit=48$/)
  await expect(cards.nth(24).getByRole('link')).toBeFocused()
  await cards.nth(40).getByRole('link').click()
  await expect(page).toHaveURL(/\/detail\//)
  await page.goBack()
  await expect(cards).toHaveCount(grown)
  await expect(cards.nth(40)).toBeInViewport()
})

test(
  'a changed filter keeps the focus, and an incomplete version does not navigate',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/home/iconpack')
    const form = page.getByRole('form', { name: 'Filter and sort' })
    await useScripts(page)
    await form.getByLabel('Sort by').focus()
    await form.getByLabel('Sort by').selectOption({ label: 'Recent' })
    await expect(page).toHaveURL(/sort=recent/)
    await expect(form.getByLabel('Sort by')).toBeFocused()
    await form.getByLabel('Runs on version').fill('1.')
    await form.getByLabel('Sort by').selectOption({ label: 'Name A-Z' })
    await expect(page).toHaveURL(/sort=recent$/)
    await expect(form.getByLabel('Runs on version')).toBeFocused()
  },
)

test('the theme is dark by default, switches to light, and stays light without a flash', async ({
  page,
}) => {
  await page.goto('/home/faq')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Switch between dark and light' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.reload({ waitUntil: 'commit' })
  await expect(html).toHaveAttribute('data-theme', 'light')
})

test('the loading bar shows while a page loads', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.goto('/home/iconpack')
  await useScripts(page)
  await page.route('**/home/faq**', async (route) => {
    await held
    await route.continue()
  })
  // Locators wait while a page is being left, and the click ends when the next one is there.
  let isShown = false
  await page.exposeFunction('noteBar', () => (isShown = true))
  await page.evaluate(() => {
    const note: unknown = Reflect.get(window, 'noteBar')
    new MutationObserver(() => {
      const bar = document.querySelector('.loading-bar')
      if (bar?.checkVisibility() && typeof note === 'function') note()
    }).observe(document.body, { childList: true, subtree: true })
  })
  const clicked = page.getByRole('link', { name: 'Questions and answers' }).click()
  await expect.poll(() => isShown).toBe(true)
  release()
  await clicked
  await expect(page).toHaveURL(/\/home\/faq$/)
  await expect(page.locator('.loading-bar')).toHaveCount(0)
})
