import { expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { addVersion, publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'
import { zip } from '#demo/archive.ts'
import { SVG } from '#tests/support/containers.ts'

/** Publishes a pack, and a second version with another icon and notes. @returns the id. */
async function publishTwo(page: Page, title: string): Promise<string> {
  const id = await publishByApi(page, title, 'sun')
  await addVersion(page, id, '1.1.0', { notes: 'A comet\n\n- **bright**', license: 'MIT' })
  return id
}

test(
  'what changed between two versions is shown, linked from the version',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishTwo(page, `Compared by ${username}`)
    await page.goto(`/home/iconpack/detail/${id}`)
    await page.getByRole('link', { name: 'Compare with 1.0.0' }).click()
    await expect(page).toHaveURL(`/home/iconpack/detail/${id}/compare/1.0.0...1.1.0`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'What changed from 1.0.0 to 1.1.0',
    )
    await expect(page.locator('.notes strong')).toHaveText('bright')
    // Until the job is done the page says so.
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Icons' })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
    const icons = page.getByRole('listitem').filter({ has: page.getByRole('img') })
    await expect(icons).toHaveText([/comet\s*Added/, /sun\s*Removed/])
    await expectNoAxeFaults(page, 'compare')
    const drawing = icons.first().getByRole('img', { name: 'After' })
    expect(await drawing.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  },
)

test('the history of a project is linked from its versions', { tag: '@long' }, async ({ page }) => {
  const { username } = await register(page)
  const id = await publishTwo(page, `Past of ${username}`)
  await page.goto(`/home/iconpack/detail/${id}`)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page).toHaveURL(`/home/iconpack/detail/${id}/history`)
  await expect(page.getByRole('main').getByRole('list').last().getByRole('listitem')).toHaveText([
    /^Version 1\.1\.0.*Compare with 1\.0\.0$/,
    /^Version 1\.0\.0/,
  ])
  await expectNoAxeFaults(page, 'history')
})

test(
  'a slider shows the part of a changed icon that is earlier and later, by keyboard too',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Slid by ${username}`, 'sun')
    const content = SVG.replace('M0 0h24v24z', 'M0 0h12v24z')
    const buffer = Buffer.from(await zip([{ path: 'icons/sun.svg', content }]))
    const file = { name: 'mine.iconpack', mimeType: 'application/zip', buffer }
    await addVersion(page, id, '1.1.0', { file })
    const drawings = page.locator('.pair').getByRole('img')
    await expect(async () => {
      await page.goto(`/home/iconpack/detail/${id}/compare/1.0.0...1.1.0`)
      await expect(drawings).toHaveCount(2, { timeout: 500 })
    }).toPass({ timeout: 20_000 })
    const slider = page.getByRole('slider')
    await expect(slider).toBeHidden()
    const [before, after] = [drawings.first(), drawings.last()]
    const placeOf = async (one: typeof before) => (await one.boundingBox())?.x
    expect(await placeOf(before)).not.toBe(await placeOf(after))
    await page.getByText('Slider', { exact: true }).click()
    expect(await placeOf(before)).toBe(await placeOf(after))
    const clip = () => after.evaluate((img) => getComputedStyle(img).clipPath)
    expect(await clip()).toContain('50%')
    await slider.press('Home')
    await expect.poll(clip).not.toContain('50%')
    await slider.press('End')
    await expect.poll(clip).toContain('100%')
    await expectNoAxeFaults(page, 'compare with a slider')
  },
)

test(
  'notes of a published version are corrected on a page of their own',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishTwo(page, `Corrected by ${username}`)
    await page.goto(`/home/user/editicon?id=${id}`)
    await page.getByRole('link', { name: 'Correct notes of version 1.1.0' }).click()
    const notes = page.getByLabel('What changed?')
    await expect(notes).toHaveValue('A comet\n\n- **bright**')
    await notes.fill('Two stars\n\n1. one\n2. two')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('listitem')).toHaveText([
      'one',
      'two',
    ])
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status').filter({ hasText: '1.1.0' })).toHaveText(
      'The notes of version 1.1.0 are changed',
    )
    await page.goto(`/home/iconpack/detail/${id}`)
    await expect(page.locator('.notes').first()).toContainText('Two stars')
  },
)
