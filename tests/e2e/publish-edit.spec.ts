import { expect } from 'playwright/test'
import { addStyle } from './add-style.ts'
import { edit, projectOf, save, saved } from './edit.ts'
import { overflow } from './eye.ts'
import { picture } from './form.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

test(
  'editing keeps, reorders and describes pictures without uploading them again',
  { tag: ['@long', '@reference'] },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Orchard of ${username}`)
    const before = await projectOf(page, id)
    await edit(page, id)
    const pictures = page.getByRole('main').locator('form li img')
    await expect(pictures).toHaveCount(2)
    for (const shown of await pictures.all()) {
      await expect(shown).toHaveJSProperty('complete', true)
      await expect(shown).not.toHaveJSProperty('naturalWidth', 0)
    }
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/file/upload')) uploads.push(request.url())
    })
    await page.getByLabel('Gallery: Add pictures').setInputFiles(await picture('plum.png'))
    const texts = page.getByLabel('What does it show?')
    await expect(texts).toHaveCount(3)
    await texts.first().fill('An orchard')
    await page.getByRole('button', { name: 'Move plum.png forward' }).click()
    await save(page)
    await saved(page)

    const after = await projectOf(page, id)
    expect(uploads).toHaveLength(1)
    expect(after.file).toEqual(before.file)
    expect(after.cover).toEqual({ ...before.cover, alt: 'An orchard' })
    expect(after.gallery).toHaveLength(2)
    expect(after.gallery[1]).toEqual(before.gallery[0])
  },
)

test(
  'with text at 200 % the forms of a project do not scroll sideways on a phone (1.4.4)',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { username } = await register(page)
    const id = await publishByApi(page, `Hedge of ${username}`)
    await edit(page, id)
    await addStyle(page, 'html { font-size: 200% }')
    await expect(page.getByLabel('What does it show?')).toHaveCount(2)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.goto('/home/user/uploadplugin')
    await addStyle(page, 'html { font-size: 200% }')
    await expect(page.getByText('https://github.com/owner/name')).toBeVisible()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  },
)
