import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'
import { isWhole } from '#tests/support/whole.ts'
import { addStyle } from './add-style.ts'

/** Runs axe on the current state of a page. @returns each violated rule with its elements. */
export async function axeFaults(page: Page) {
  // Runs in the page itself. The default mode opens a new page per run, for frames: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // WCAG 2.2, 2.5.8: targets of at least 24 by 24 pixels; off by default in axe.
    rules: { 'target-size': { enabled: true } },
  })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

const LAYOUTS = [
  { width: 1440, themes: isWhole ? ['dark', 'light'] : ['dark'] },
  { width: 390, themes: isWhole ? ['dark', 'light'] : ['light'] },
  { width: 320, themes: [] },
]

/** Checks both themes and two widths, and that nothing scrolls sideways at 320 px, without a reload: the state of the page is kept. */
export async function expectNoAxeFaults(page: Page, about: string) {
  // A navigation that is under way shows the page that loads, which has no title yet.
  await expect(page).toHaveTitle(/\S/)
  // Off-screen content keeps its old colours until scrolled into view: render all of it.
  await addStyle(page, '* { content-visibility: visible !important }')
  const before = page.viewportSize()
  for (const { width, themes } of LAYOUTS) {
    await page.setViewportSize({ width, height: 900 })
    // The sticky header covers, and so makes small, what is scrolled under it.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    for (const theme of themes) {
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value
        // Finishes transitions: axe would measure intermediate colours.
        for (const one of document.getAnimations()) one.finish()
        // The sticky header may cover part of a target, which is then too small for axe.
        scrollTo({ top: 0, behavior: 'instant' })
      }, theme)
      expect(await axeFaults(page), `${about}, ${theme}, ${width} px`).toEqual([])
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${about} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
  }
  // What was opened in one layout may be part of a closed menu in the other.
  if (before) await page.setViewportSize(before)
}
