import { expect, type Page, test } from 'playwright/test'
import { KINDS } from '#lib/contract/kind.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { isWhole } from '#tests/support/whole.ts'
import { smallTargets } from './eye.ts'
import { readList } from './lists.ts'

/* What is seen without scrolling. Nothing of it needs scripts. */
test.use({ javaScriptEnabled: false })

const SIZES = [
  [1366, 768],
  [1024, 768],
  [390, 844],
] as const
const LOCALES = isWhole ? (['en', 'de', 'ja'] as const) : (['de'] as const)

/** Longest titles and taglines of each kind; all projects in `npm run test:long`. */
async function sample(page: Page) {
  const lists = await Promise.all(KINDS.map((kind) => readList(page, `${kind}/list?limit=100`)))
  return lists.flatMap(({ items }) => {
    if (isWhole) return items
    const longest = (length: (item: (typeof items)[number]) => number) =>
      items.toSorted((a, b) => length(b) - length(a)).slice(0, 1)
    const chosen = [
      ...longest(({ title }) => title.length),
      ...longest(({ tagline }) => tagline.length),
    ]
    return [...new Set(chosen)]
  })
}

/** The notice that a deprecated project has, with a reason of two lines. */
const NOTICE = `<div class="mt-5 max-w-prose"><div class="flex gap-3 rounded-card border px-4 py-3 text-sm">
  <div class="min-w-0"><p class="font-semibold">Deprecated since November 26, 2026</p>
  <p>Its icons are part of another pack, which has all sizes and is drawn anew for dark and for light keys.</p></div></div></div>`

/** Bottoms of what the first view has, in pixels, and where it ends: at the bar of phones, or at the window. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const bottom = (selector: string) =>
      Math.ceil(document.querySelector(selector)?.getBoundingClientRect().bottom ?? Infinity)
    const bar = document.querySelector('[data-thumb-bar]')
    const isFixed = bar !== null && getComputedStyle(bar).position === 'fixed'
    const prose = document.querySelector('#description')?.getBoundingClientRect().bottom ?? Infinity
    return {
      title: bottom('h1'),
      tagline: bottom('header h1 + p'),
      // A plugin may have nothing to install.
      install: bar === null ? 0 : bottom('[data-thumb-bar]'),
      // Its heading and a line.
      description: Math.ceil(prose + 12 + 26),
      end: isFixed ? Math.floor(bar.getBoundingClientRect().top) : innerHeight,
      width: document.documentElement.scrollWidth,
    }
  })

for (const locale of LOCALES) {
  test(`title, tagline, actions and first lines of every project are in the first view (${locale})`, async ({
    page,
  }) => {
    test.slow()
    for (const project of await sample(page)) {
      await page.goto(localePath(locale, paths.detail(project)))
      for (const state of ['offered', 'deprecated']) {
        if (state === 'deprecated') {
          await page.locator('article header').evaluate((header, notice) => {
            header.insertAdjacentHTML('beforeend', notice)
          }, NOTICE)
        }
        for (const [width, height] of SIZES) {
          await page.setViewportSize({ width, height })
          const found = await measure(page)
          const where = `${project.title}, ${state}, ${width} × ${height}: ${JSON.stringify(found)}`
          expect(found.title, where).toBeLessThanOrEqual(found.end)
          expect(found.install, where).toBeLessThanOrEqual(height)
          expect(found.description, where).toBeLessThanOrEqual(found.end)
          expect(found.width, where).toBeLessThanOrEqual(width)
        }
      }
    }
  })
}

const firstCard = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .evaluate((card) => Math.round(card.getBoundingClientRect().top))

for (const locale of LOCALES) {
  test(`the first card of a list and of a search is in the first third of a phone (${locale})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const kind of KINDS) {
      await page.goto(localePath(locale, paths.list(kind)))
      expect(await firstCard(page), kind).toBeLessThanOrEqual(300)
    }
    await page.goto(localePath(locale, paths.search({ q: 'cloud' })))
    expect(await firstCard(page)).toBeLessThanOrEqual(260)
    await page.setViewportSize({ width: 1366, height: 768 })
    expect(await firstCard(page)).toBeLessThanOrEqual(260)
  })
}

test('at 390 px every target has at least 24 px', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { items } = await readList(page, 'index/search?q=Barometer')
  const [project] = items
  if (!project) throw new Error('the catalogue lacks a project')
  for (const path of [
    paths.home,
    paths.list('icon'),
    paths.search({ q: 'cloud' }),
    paths.detail(project),
  ]) {
    await page.goto(path)
    expect(await smallTargets(page), path).toEqual([])
  }
})

test('at 1920 px a list has six columns', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(paths.list('icon'))
  const tops = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
  expect(tops.filter((top) => top === tops[0])).toHaveLength(6)
})

test(
  'the actions of a project stay on one line between 640 and 1023 px, in every language',
  { tag: '@long' },
  async ({ page }) => {
    const { items } = await readList(page, 'plugin/list?limit=1')
    const [project] = items
    if (!project) throw new Error('the catalogue has no plugin')
    for (const locale of ['en', 'de', 'fr', 'ja', 'zh-cn']) {
      await page.goto(localePath(locale, paths.detail(project)))
      for (const width of [640, 768, 1023]) {
        await page.setViewportSize({ width, height: 800 })
        const boxes = await page
          .locator('[data-thumb-bar] > :is(a, button)')
          .evaluateAll((buttons) =>
            buttons
              .filter((button) => button.checkVisibility())
              .map((button) => {
                const { top, bottom, right } = button.getBoundingClientRect()
                return {
                  top,
                  height: bottom - top,
                  isWhole: button.scrollWidth <= button.clientWidth,
                  right,
                }
              }),
          )
        expect(new Set(boxes.map(({ top }) => top)).size, `${locale} ${width}`).toBe(1)
        for (const box of boxes) {
          expect(box, `${locale} ${width}`).toMatchObject({ height: 48, isWhole: true })
          expect(box.right).toBeLessThanOrEqual(width)
        }
      }
    }
  },
)

test('filters of a phone are a sheet, which works without scripts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${paths.list('icon')}?os=windows`)
  const form = page.getByRole('form', { name: 'Filter and sort' })
  await expect(form).toBeHidden()
  const button = page.getByRole('button', { name: 'Filter and sort 1' })
  await button.click()
  await expect(form).toBeVisible()
  await form.getByLabel('Sort by').selectOption('name')
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(form).toBeHidden()
})
