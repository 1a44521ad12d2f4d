import { expect, type Page, test } from 'playwright/test'
import { readList } from './lists.ts'

const titles = (page: Page) => page.getByRole('article').getByRole('heading')

for (const scripts of [true, false]) {
  test.describe(scripts ? 'a search' : 'a search without JavaScript', () => {
    test.use({ javaScriptEnabled: scripts })

    test(
      'from the home page lists the exact title first and keeps the term',
      { tag: scripts ? [] : '@long' },
      async ({ page }) => {
        await page.goto('/home/index')
        const field = page.getByRole('main').locator('input[type=search]')
        await field.fill('Barometer')
        await field.press('Enter')
        await expect(page).toHaveURL(/\/home\/search\?q=Barometer$/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “Barometer”')
        await expect(titles(page).first()).toHaveText('Barometer')
        await expect(titles(page).first().locator('mark')).toHaveText('Barometer')
        await expect(field).toHaveValue('Barometer')
        await expect(page).toHaveTitle(/Barometer/)
      },
    )

    test(
      'keeps term, kind, sort and filters in the address',
      { tag: scripts ? '@long' : [] },
      async ({ page }) => {
        await page.goto('/home/search?q=a')
        await page
          .getByRole('navigation', { name: 'Kinds of result' })
          .getByRole('link', { name: 'Icon packs' })
          .click()
        await expect(page).toHaveURL(/q=a&kind=icon$/)
        const form = page.getByRole('form', { name: 'Filter and sort' })
        await form.getByLabel('Sort by').selectOption({ label: 'Name Z-A' })
        if (!scripts) await form.getByRole('button', { name: 'Apply' }).click()
        await expect(page).toHaveURL(/sort=-name/)
        await form.getByLabel('Category').selectOption({ label: 'Weather' })
        if (!scripts) await form.getByRole('button', { name: 'Apply' }).click()
        await expect(page).toHaveURL(/category=weather/)
        const query = new URL(page.url()).searchParams
        expect(query.get('q')).toBe('a')
        expect(query.get('kind')).toBe('icon')
        const wanted = await readList(
          page,
          'index/search?q=a&kind=icon&sort=-name&category=weather&limit=24',
        )
        await expect(titles(page)).toHaveText(wanted.items.map(({ title }) => title))
        await page.getByRole('link', { name: /^Weather\b.*Remove filter/ }).click()
        await expect(page).not.toHaveURL(/category/)
        await expect(page).toHaveURL(/sort=-name/)
      },
    )

    test(
      'filters by a category of all kinds, which stays with another filter',
      { tag: scripts ? [] : '@long' },
      async ({ page }) => {
        await page.goto('/home/search?category=development')
        const wanted = await readList(page, 'index/search?category=development&sort=name&limit=24')
        expect(new Set(wanted.items.map(({ kind }) => kind)).size).toBeGreaterThan(1)
        const form = page.getByRole('form', { name: 'Filter and sort' })
        await form.getByLabel('Sort by').selectOption({ label: 'Name A-Z' })
        if (!scripts) await form.getByRole('button', { name: 'Apply' }).click()
        await expect(page).toHaveURL(/sort=name/)
        await expect(titles(page)).toHaveText(wanted.items.map(({ title }) => title))
      },
    )

    test(
      'without matches shows a message and suggests similar terms',
      { tag: scripts ? '@long' : [] },
      async ({ page }) => {
        await page.goto('/home/search?q=barometerology')
        await expect(
          page.getByRole('heading', { name: 'Nothing found for “barometerology”' }),
        ).toBeVisible()
        await page.getByRole('main').getByRole('link', { name: 'Barometer' }).first().click()
        await expect(titles(page).first()).toHaveText('Barometer')
      },
    )

    test(
      'that is begun on a phone has the focus in its field',
      { tag: scripts ? [] : '@long' },
      async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto('/home/iconpack')
        await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
        await expect(page).toHaveURL(/\/home\/search$/)
        await expect(page.getByRole('main').locator('input[type=search]')).toBeFocused()
        expect(await page.evaluate(() => scrollY)).toBe(0)
        await page.goto('/home/search?q=icon')
        await expect(page.getByRole('main').locator('input[type=search]')).not.toBeFocused()
      },
    )

    test(
      'whose filters exclude every result shows a hint and a link that removes the filters',
      { tag: scripts ? '@long' : [] },
      async ({ page }) => {
        await page.goto('/home/search?q=Barometer&kind=plugin')
        await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
        await expect(page.getByText('Try another keyword')).toBeVisible()
        await page.getByRole('link', { name: 'Remove all filters' }).click()
        await expect(titles(page).first()).toHaveText('Barometer')
      },
    )

    test(
      'for single icons links to the icon, highlighted in its pack',
      { tag: scripts ? '@long' : [] },
      async ({ page }) => {
        await page.goto('/home/search?q=umbrella')
        await page.getByRole('link', { name: 'Individual icons' }).click()
        await expect(page).toHaveURL(/q=umbrella&kind=icon&view=icons$/)
        await page
          .getByRole('main')
          .getByRole('link', { name: /^umbrella/ })
          .first()
          .click()
        await expect(page).toHaveURL(/\/home\/iconpack\/detail\/[\w-]+#icon-umbrella$/)
        const marked = page.locator(':target')
        await expect(marked).toBeInViewport()
        await expect(marked).toContainText('umbrella')
        const sheet = await marked
          .locator('.icon-ground')
          .evaluate((drawing) => getComputedStyle(drawing).getPropertyValue('--sheet'))
        const drawing = await page.request.get(/url\("([^"]+)"\)/.exec(sheet)?.[1] ?? '')
        expect(drawing.headers()['content-type']).toContain('image/svg+xml')
      },
    )
  })
}

// These use no script.
test.describe('a search, in the page as it is served,', () => {
  test.use({ javaScriptEnabled: false })

  test('with a misspelt short word finds what was meant', async ({ page }) => {
    await page.goto('/home/search?q=wetr')
    await expect(
      page
        .getByRole('article')
        .filter({ hasText: /weather/i })
        .first(),
    ).toBeVisible()
  })

  test('has the number of results on each tab', { tag: '@long' }, async ({ page }) => {
    await page.goto('/home/search?q=icon')
    const tabs = page.getByRole('navigation', { name: 'Kinds of result' })
    for (const [name, query] of [
      ['Everything', ''],
      ['Icon packs', '&kind=icon'],
      ['Plugins', '&kind=plugin'],
      ['Profiles', '&kind=profile'],
      ['Pages', '&kind=flexpage'],
    ]) {
      const { total } = await readList(page, `index/search?q=icon${query}`)
      await expect(tabs.getByRole('link', { name: `${name} ${total}`, exact: true })).toBeVisible()
    }
    await tabs.getByRole('link', { name: /^Individual icons \d+$/ }).click()
    await expect(page).toHaveURL(/view=icons$/)
  })

  test('that finds nothing shows popular projects', { tag: '@long' }, async ({ page }) => {
    for (const query of [
      'q=barometerology',
      'q=Barometer&kind=plugin',
      'q=xqzzy&kind=icon&view=icons',
    ]) {
      await page.goto(`/home/search?${query}`)
      const popular = page.getByRole('region', { name: 'Popular projects' })
      await expect(popular.getByRole('article')).toHaveCount(4)
    }
  })

  test('pages through all results with links', { tag: '@long' }, async ({ page }) => {
    await page.goto('/home/search?sort=name')
    const seen = new Set<string>()
    for (;;) {
      for (const link of await page.getByRole('article').getByRole('link').all()) {
        seen.add((await link.getAttribute('href')) ?? '')
      }
      const next = page.getByRole('link', { name: 'Next results' })
      if ((await next.count()) === 0) break
      await page.goto(new URL((await next.getAttribute('href')) ?? '', page.url()).href)
    }
    expect(seen.size).toBe((await readList(page, 'index/search')).total)
  })
})

test('results are in the server-rendered HTML in every language', async ({ request }) => {
  for (const prefix of ['', '/fr', '/zh-cn', '/ja', '/de']) {
    const answer = await request.get(`${prefix}/home/search?q=${encodeURIComponent('天気')}`)
    expect(answer.status()).toBe(200)
    const html = await answer.text()
    expect(html).toContain('content="noindex, follow"')
    expect(html).toContain('<mark')
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('天気と時計')
  }
})

test('searching for an id finds its project', { tag: '@reference' }, async ({ page }) => {
  const first = (await readList(page, 'plugin/list?limit=1')).items[0]
  await page.goto(`/home/search?q=${first?.id}`)
  await expect(titles(page)).toHaveText([first?.title ?? ''])
})

test('invalid search parameters are 404; a term that is too long is explained and kept', async ({
  page,
}) => {
  for (const query of [
    'q=x&kind=font',
    'q=x&sort=best',
    'q=x&os=beos',
    'q=x&category=fonts',
    'q=x&kind=plugin&category=weather',
    'q=x&view=icons',
    'q=x&after=!!!',
    'q=x&after=abc',
  ]) {
    expect((await page.request.get(`/home/search?${query}`)).status(), query).toBe(404)
  }
  const long = 'barometer '.repeat(30).trim()
  const answer = await page.goto(`/de/home/search?q=${encodeURIComponent(long)}`)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: /zu lang/ })).toBeVisible()
  await expect(page.getByRole('main').locator('input[type=search]')).toHaveValue(long)
})

test('Back returns to the results at the same scroll position', async ({ page }) => {
  await page.goto('/home/search?q=a')
  const card = page.getByRole('article').getByRole('link').nth(14)
  await card.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(200)
  const title = await card.innerText()
  await card.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “a”')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 40)
})
