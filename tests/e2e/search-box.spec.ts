import { expect, type Page, test } from 'playwright/test'
import { axeFaults } from './axe.ts'

const field = (page: Page) => page.getByRole('main').locator('input[type=search]')
const box = (page: Page) => page.getByRole('main').getByRole('combobox')
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

test('the search box is focused with /, shows suggestions, and is operable by keyboard alone', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/suggestions') asked.push(searchParams.get('q') ?? '')
  })
  await page.goto('/home/index')
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
  }).toPass()
  await page.keyboard.type('barome')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(box(page)).toHaveAttribute('aria-autocomplete', 'list')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('option').first()).toContainText('Barometer')
  await expect(list.locator('mark').first()).toHaveText('Barometer')
  await expect(page.getByRole('status').filter({ hasText: 'suggestion' })).toHaveText(
    /^\d+ suggestions?$/,
  )
  const count = await options(page).count()

  await page.keyboard.press('ArrowDown')
  const chosen = list.getByRole('option', { selected: true })
  await expect(chosen).toContainText('Barometer')
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await chosen.getAttribute('id')) ?? 'none',
  )
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toContainText('Show all results: barome')

  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(box(page)).toHaveValue('barome')
  await page.keyboard.press('ArrowDown')
  await expect(options(page)).toHaveCount(count)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home\/iconpack\/detail\//)
  // Reopening does not request the list again: new options would reset the selection.
  expect(asked.filter((q) => q === 'barome')).toHaveLength(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Barometer')
})

test('the search box draws matching icons, each a way to its pack', async ({ page }) => {
  await page.goto('/home/search')
  await field(page).fill('umbrella')
  const icons = page.getByRole('listbox').getByRole('group', { name: 'Individual icons' })
  const first = icons.getByRole('option').first()
  await expect(first).toHaveAccessibleName(/^umbrella.*, ./)
  const drawing = first.locator('img, .drawing')
  const box = await drawing.boundingBox()
  expect(box?.width).toBe(24)
  const source = await drawing.evaluate((shown) =>
    shown instanceof HTMLImageElement ? shown.src : getComputedStyle(shown).maskImage,
  )
  expect(source).toMatch(/umbrella/)
  await first.click()
  await expect(page).toHaveURL(/\/home\/iconpack\/detail\/[\w-]+#icon-umbrella/)
})

test(
  'the open search box has no axe violations in either theme',
  { tag: '@long' },
  async ({ page }) => {
    for (const theme of ['dark', 'light']) {
      await page.goto('/home/index')
      await page.evaluate((value) => localStorage.setItem('theme', value), theme)
      await page.reload()
      await field(page).click()
      await page.keyboard.type('icon')
      await expect(options(page).first()).toBeVisible()
      await page.keyboard.press('ArrowDown')
      expect(await axeFaults(page)).toEqual([])
    }
  },
)

test(
  'the search box never replaces newer suggestions with an older response',
  { tag: '@long' },
  async ({ page }) => {
    const asked: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let finish = () => {}
    const answered = new Promise<void>((resolve) => (finish = resolve))
    await page.route('**/api/suggestions**', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q') ?? ''
      asked.push(q)
      const answer = (status: string) =>
        route.fulfill({ json: { code: 200, message: '', data: { items: [], icons: [], status } } })
      if (q === 'baromete') return answer('A newer answer')
      if (q !== 'bar') return route.continue()
      await held
      await answer('An older answer').catch(() => undefined)
      finish()
    })
    // What screen readers announce, one after another.
    await page.addInitScript(() => {
      const announced: string[] = []
      Reflect.set(window, 'announced', announced)
      new MutationObserver((changes) => {
        for (const { target } of changes) announced.push(target.textContent ?? '')
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/home/index')
    await field(page).click()
    await page.keyboard.type('bar')
    await expect.poll(() => asked).toContain('bar')
    await page.keyboard.type('ometer')
    await expect(options(page).first()).toContainText('Barometer')
    release()
    await answered
    await expect(options(page).first()).toContainText('Barometer')
    // Fewer requests than letters.
    expect(asked.length).toBeLessThan('barometer'.length)
    // Requested and answered after it.
    await page.keyboard.press('Backspace')
    await expect(page.getByText('A newer answer')).toBeAttached()
    const announced = await page.evaluate(() => String(Reflect.get(window, 'announced')))
    expect(announced).toContain('A newer answer')
    expect(announced).not.toContain('An older answer')
  },
)

test('the search box still searches when suggestions fail', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/suggestions**', (route) => route.fulfill({ status: 503, body: '<' }))
  await page.goto('/home/iconpack')
  await page.getByRole('banner').locator('input[type=search]').click()
  await page.keyboard.type('barometer')
  await expect(options(page)).toHaveText(['Show all results: barometer'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home\/search\?q=barometer$/)
  await expect(page.getByRole('article').getByRole('heading').first()).toHaveText('Barometer')
})

test(
  'the search box stores recent searches in the browser, newest first, until they are erased',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/home/search')
    for (const term of ['moon', 'sun', 'Moon']) {
      await field(page).fill(term)
      // A search is recorded only after the suggestions component has loaded.
      await expect(options(page).last()).toContainText(term)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`q=${term}$`))
    }
    await field(page).fill('')
    const list = page.getByRole('listbox', { name: 'Recent searches' })
    await expect(list.getByRole('option')).toHaveText(['Moon', 'sun'])
    await list.getByRole('option', { name: 'sun' }).click()
    await expect(page).toHaveURL(/q=sun$/)
    await field(page).fill('')
    await expect(list.getByRole('option')).toHaveText(['sun', 'Moon'])
    await page.getByRole('button', { name: 'Clear recent searches' }).click()
    await expect(list).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
  },
)

test(
  'the search box ignores invalid recent searches in the browser’s storage',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('recent-searches', '{"a":[1]'))
    await page.goto('/home/index')
    await field(page).click()
    await page.keyboard.type('icon')
    await expect(options(page).first()).toBeVisible()
  },
)

test(
  'the search box does not intercept / while the focus is in another field',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/home/iconpack')
    const version = page.getByLabel('Runs on version')
    await version.click()
    await page.keyboard.type('1/2')
    await expect(version).toHaveValue('1/2')
  },
)

test('suggestions use the envelope and the requested language, and reject invalid terms', async ({
  request,
}) => {
  const answer = await request.get('/api/suggestions?q=barometer&locale=de')
  expect(answer.headers()['cache-control']).toBe('private, max-age=2')
  const body: unknown = await answer.json()
  expect(body).toMatchObject({
    code: 200,
    data: { items: [{ title: 'Barometer', kindName: 'Icon-Paket' }] },
  })
  for (const query of ['', '?q=', '?q=%20', `?q=${'x'.repeat(201)}`]) {
    const refused = await request.get(`/api/suggestions${query}`)
    expect(refused.status(), query).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 400, data: null })
  }
})
