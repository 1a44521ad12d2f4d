import { expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { holdUploads, newFile } from './edit.ts'
import { picture } from './form.ts'
import { register, test } from './people.ts'

/** The page's polite live region. */
const announcer = (page: Page) => page.locator('[data-announcer]')
const summary = (page: Page) => page.locator('#errors')

async function addPictures(page: Page, ...names: string[]) {
  for (const name of names) {
    await page.getByLabel('Gallery: Add pictures').setInputFiles(await picture(name))
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  }
}

test('the creator form marks required and optional fields, names what is invalid and focuses the first of it, files included', async ({
  page,
}) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  await expect(page.getByText('Fields marked * are required.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  for (const group of ['File', 'Cover', 'Gallery', 'Operating system']) {
    await expect(page.getByRole('group', { name: group })).toBeVisible()
  }
  for (const name of ['Title', 'Version', 'Category', 'File: Choose', 'Cover: Choose']) {
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('required')
  }
  for (const name of ['Description (optional)', 'Tags (optional)']) {
    await expect(page.getByLabel(name, { exact: true })).not.toHaveAttribute('required')
  }
  await expect(summary(page)).toBeAttached()
  await expect(summary(page)).toBeEmpty()
  const region = await summary(page).elementHandle()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByLabel('File: Choose')).toBeFocused()
  await expect(page.getByLabel('File: Choose')).toHaveAccessibleDescription(/^File is required/)
  await expect(summary(page)).toHaveText('Please check: File, Title, Cover, Gallery, and Category')
  expect(await region?.evaluate((element) => element.textContent)).toContain('Please check')
  await expectNoAxeFaults(page, 'the form with errors')

  await page.getByLabel('File: Choose').setInputFiles(await newFile())
  await expect(announcer(page)).toContainText('Uploading mine.iconpack')
  await expect(announcer(page)).toContainText('mine.iconpack is uploaded')
  await page.getByLabel('Title').fill('Orchard')
  await expect(summary(page)).toHaveText('Please check: Cover, Gallery, and Category')
  await summary(page).getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByLabel('Gallery: Add pictures')).toBeFocused()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByLabel('Cover: Choose')).toBeFocused()

  await page.getByLabel('Title').fill('x'.repeat(190))
  await expect(announcer(page)).toContainText('10 of 200 characters left.')
  await page.getByLabel('Title').fill('x'.repeat(201))
  await expect(announcer(page)).toContainText('Max 200 characters')
})

test(
  'uploading, moving and removing pictures is announced, and the focus stays where it can go on',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadprofile')
    await addPictures(page, 'one.png', 'two.png', 'three.png')
    const forward = page.getByRole('button', { name: 'Move two.png forward' })
    await forward.press('Enter')
    await expect(announcer(page)).toContainText('Picture 2 moved to position 1 of 3')
    await expect(forward).toBeFocused()
    await expect(forward).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByLabel('What does it show? Picture 1')).toBeVisible()

    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
    await remove('one.png').press('Enter')
    await expect(announcer(page)).toContainText('Picture removed, 2 left')
    await expect(remove('three.png')).toBeFocused()
    await remove('three.png').press('Enter')
    await expect(remove('two.png')).toBeFocused()
    await remove('two.png').press('Enter')
    await expect(announcer(page)).toContainText('Picture removed, 0 left')
    await expect(page.getByLabel('Gallery: Add pictures')).toBeFocused()

    // Two pictures with the same name.
    await page
      .getByLabel('Gallery: Add pictures')
      .setInputFiles([await picture('plum.png'), await picture('plum.png')])
    await expect(remove('plum.png (1)')).toBeVisible()
    await expect(remove('plum.png (2)')).toBeVisible()

    const go = await holdUploads(page)
    await page.getByLabel('Cover: Choose').setInputFiles(await picture('late.png'))
    await page.getByRole('group', { name: 'Cover' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(announcer(page)).toContainText('The upload of late.png is cancelled')
    await expect(page.getByLabel('Cover: Choose')).toBeFocused()
    go('continue')
  },
)

test(
  'the crop dialog traps the focus, closes on Escape and returns the focus, also after a dropped picture',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadprofile')
    const wide = await picture('wide.png', 900)
    await page.getByLabel('Title').click()
    await page.getByLabel('Title').blur()
    const data = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], 'wide.png', { type: 'image/png' }))
      return transfer
    }, wide.buffer.toString('base64'))
    await page
      .getByRole('group', { name: 'Cover' })
      .locator('.border-dashed')
      .dispatchEvent('drop', { dataTransfer: data })
    const dialog = page.getByRole('dialog', { name: 'Which part is shown?' })
    await expect(dialog).toHaveAccessibleDescription(/Cards show 16:10/)
    for (let at = 0; at < 12; at += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(
        true,
      )
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Cover: Choose')).toBeFocused()
  },
)
