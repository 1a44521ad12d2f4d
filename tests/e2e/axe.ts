import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** What axe finds on a page as it stands: each rule with the elements that break it. */
export async function axeFaults(page: Page) {
  // In the page itself: the other mode opens a new one each time, for frames, of which there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // WCAG 2.2, 2.5.8: 24 by 24 pixels; axe leaves it out unless it is asked for.
    rules: { 'target-size': { enabled: true } },
  })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Goes through both themes and two widths; what is done in between is kept. */
export async function expectNoAxeFaults(page: Page, about: string) {
  // As it is when somebody has scrolled there: what is far below keeps its old colours until then.
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['dark', 'light']) {
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value
        // Colours that fade would be measured half-way.
        for (const one of document.getAnimations()) one.finish()
      }, theme)
      expect(await axeFaults(page), `${about}, ${theme}, ${width} px`).toEqual([])
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${about} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
  }
}
