import { expect, type Page, test } from 'playwright/test'
import { readList } from './lists.ts'
import { addStyle } from './add-style.ts'
import { cutOff, overflow, runsOver } from './eye.ts'
import { isWhole } from '#tests/support/whole.ts'

/** Pages checked for WCAG 2.2 AA criteria that axe cannot test; accessibility.spec.ts covers the rest. `half`: in the fixed sample every other one. */
async function screens(page: Page, half?: 0 | 1): Promise<string[]> {
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  return [
    '/home/index',
    '/de/home/iconpack?sort=name',
    `/fr/home/iconpack/detail/${pack?.id}`,
    '/home/search?q=icon',
    '/de/home/publish/automation',
    '/de/login',
  ].filter((_, at) => isWhole || half === undefined || at % 2 === half)
}

test(
  'text at 200% is not clipped, and nothing scrolls sideways (1.4.4)',
  { tag: '@long' },
  async ({ page }) => {
    for (const screen of await screens(page, 0)) {
      await page.goto(screen)
      await addStyle(page, 'html { font-size: 200% }')
      for (const width of isWhole ? [1280, 390] : [1280]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await overflow(page), `${screen} at ${width} px`).toBeLessThanOrEqual(0)
        expect(await cutOff(page), `${screen} at ${width} px`).toEqual([])
        if (isWhole) expect(await runsOver(page), `${screen} at ${width} px`).toEqual([])
      }
    }
  },
)

test('custom text spacing loses no content (1.4.12)', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  for (const screen of await screens(page, 1)) {
    await page.goto(screen)
    await addStyle(
      page,
      // What is below the window is laid out, too.
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; content-visibility: visible !important }',
    )
    expect(await overflow(page), screen).toBeLessThanOrEqual(0)
    expect(await cutOff(page), screen).toEqual([])
  }
})

test('in forced colours the focus is visible at every tab stop, and the current link is marked', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const screen of await screens(page, 0)) {
    await page.goto(screen)
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return 'nothing has the focus'
        const own = [getComputedStyle(focused), getComputedStyle(focused, '::after')]
        return own.some(
          ({ outlineStyle, outlineWidth }) =>
            outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
        )
          ? 'seen'
          : focused.outerHTML.slice(0, 120)
      })
      expect(outline, `${screen}, stop ${stop}`).toBe('seen')
    }
  }
  await page.goto('/home/plugin')
  const mark = (name: string) =>
    page
      .getByRole('banner')
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).outlineStyle)
  expect(await mark('Plugins')).toBe('solid')
  expect(await mark('Profiles')).toBe('none')
})

test('with reduced motion nothing is animated', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of await screens(page)) {
    await page.goto(screen)
    await page.locator('main a').first().hover()
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => Number(one.effect?.getComputedTiming().duration ?? 0) > 1)
        .map((one) =>
          (one.effect instanceof KeyframeEffect ? one.effect.target?.outerHTML : '')?.slice(0, 120),
        ),
    )
    expect(moving, screen).toEqual([])
  }
})

test(
  'a page that a card opens is read from its start, and the first stop leads to its content',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/home/iconpack')
    const card = page.getByRole('article').first().getByRole('link')
    await card.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/detail\//)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const isInside = () => page.evaluate(() => document.activeElement?.closest('main') !== null)
    expect(await isInside()).toBe(true)
  },
)
