import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import { fromBufferPromise } from 'yauzl'
import { axeFaults } from './axe.ts'
import { readList } from './lists.ts'

const INK = 'rgb(183, 161, 255)'

async function goToPack(page: Page) {
  const found = await readList(page, 'index/search?q=Barometer')
  await page.goto(`/home/iconpack/detail/${found.items[0]?.id}`)
}
/** The colour that the style sheet paints the first icon in. */
const paint = (page: Page) =>
  page
    .locator('.icon-ground')
    .first()
    .evaluate((element) => getComputedStyle(element, '::before').backgroundColor)
const colours = (page: Page) => page.getByRole('group', { name: 'Colour' })

/** Names and number of the files in a downloaded pack. */
async function downloaded(page: Page, press: () => Promise<void>) {
  const downloading = page.waitForEvent('download')
  await press()
  const download = await downloading
  const archive = await fromBufferPromise(await readFile(await download.path()))
  return { name: download.suggestedFilename(), count: archive.entryCount }
}

test('a pack is tried, installed and downloaded in a colour by keyboard', async ({ page }) => {
  await goToPack(page)
  const before = await paint(page)
  const install = page.getByRole('link', { name: 'Install in this colour' })
  const painted = page.locator('.painted')
  await expect(install).toBeHidden()
  await expect(painted).toBeHidden()
  await colours(page).getByRole('radio', { name: 'Original' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(colours(page).getByRole('radio', { name: 'Ink' })).toBeChecked()
  await expect.poll(() => paint(page)).toBe(INK)
  await expect(painted).toBeVisible()
  await expect(page.getByText('Contrast 8.1 on dark, 2.2 on light')).toBeVisible()
  await expect(install).toHaveAttribute('href', /variants%2Fb7a1ff%2F/)
  expect(await axeFaults(page)).toEqual([])
  const button = page.getByRole('button', { name: 'Download in this colour' })
  await button.focus()
  const { name, count } = await downloaded(page, () => page.keyboard.press('Enter'))
  expect(name).toMatch(/-b7a1ff\.iconpack$/)
  expect(count).toBeGreaterThan(3)
  await colours(page).getByRole('radio', { name: 'Ink' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => paint(page)).toBe(before)
  await expect(install).toBeHidden()
})

test(
  'a custom colour paints the page while it is chosen, and is downloaded',
  { tag: '@long' },
  async ({ page }) => {
    await goToPack(page)
    await page.getByLabel('Custom colour').last().fill('#a1b2c3')
    await expect(colours(page).getByRole('radio', { name: 'Custom colour' })).toBeChecked()
    await expect.poll(() => paint(page)).toBe('rgb(161, 178, 195)')
    const button = page.getByRole('button', { name: 'Download in this colour' })
    expect((await downloaded(page, () => button.click())).name).toMatch(/-a1b2c3\.iconpack$/)
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a pack is tried and downloaded in a colour', async ({ page }) => {
    await goToPack(page)
    await colours(page).getByRole('radio', { name: 'Ink' }).check()
    await expect.poll(() => paint(page)).toBe(INK)
    await expect(page.getByRole('link', { name: 'Install in this colour' })).toBeHidden()
    const button = page.getByRole('button', { name: 'Download in this colour' })
    expect((await downloaded(page, () => button.click())).name).toMatch(/-b7a1ff\.iconpack$/)
  })
})
