import { expect, type Page } from 'playwright/test'
import { projectOf } from './edit.ts'
import { container, field, press } from './form.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

/* How scripts take over the form, and what its keys do then. */

/** Holds the scripts of the page back. */
async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Fills in the form before its scripts run. */
async function fillInEarly(page: Page, title: string) {
  await page.goto('/home/user/uploadicon', { waitUntil: 'commit' })
  await page.getByLabel('Title').fill(title)
  await field(page, 'Description').fill('Typed early.')
  await page.getByLabel('Category').selectOption('nature')
  await page.getByLabel('macOS').check()
  await page.getByLabel('File: Choose').setInputFiles(await container('.iconpack', 'sun'))
}

test('what was entered before the scripts run stays, and a chosen file is uploaded then', async ({
  page,
}) => {
  await register(page)
  const release = await holdScripts(page)
  await fillInEarly(page, 'Early plums')
  release()
  await expect(page.getByText('mine.iconpack, ')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Early plums')
  await expect(field(page, 'Description')).toHaveValue('Typed early.')
  await expect(page.getByLabel('Category')).toHaveValue('nature')
  await expect(page.getByLabel('macOS')).toBeChecked()
  await expect(page.getByRole('article')).toContainText('Early plums')
})

test('an edit that was typed before the scripts run stays', { tag: '@long' }, async ({ page }) => {
  const { username } = await register(page)
  const id = await publishByApi(page, `Plums of ${username}`)
  const release = await holdScripts(page)
  await page.goto(`/home/user/editicon?id=${id}`, { waitUntil: 'commit' })
  await field(page, 'Description').fill('Typed early.')
  await page.getByLabel('What does it show? Cover').fill('Early, too')
  release()
  // Counted by the scripts.
  await expect(page.getByText('Markdown. 8180 of 8192 characters left.')).toBeVisible()
  await press(page, 'Save')
  await expect(page).toHaveURL(/\/detail\//)
  expect(await projectOf(page, id)).toMatchObject({
    description: 'Typed early.',
    cover: { alt: 'Early, too' },
  })
})

test(
  'a form that is sent before the scripts run is shown again with everything',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await holdScripts(page)
    await fillInEarly(page, '')
    await press(page, 'Publish')
    await expect(page).toHaveURL(/\?draft=/)
    await expect(page.getByText('Please check what was filled in')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('mine')
    await expect(field(page, 'Description')).toHaveValue('Typed early.')
    await expect(page.getByText('mine.iconpack, ')).toBeVisible()
  },
)

test(
  'Enter in the repository verifies it, and Enter in the tags ends a tag',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadplugin')
    await expect(page.getByText('.flexplugin, .zip files of this version')).toBeVisible()
    const repository = field(page, 'Repository')
    await repository.fill('no address')
    await repository.press('Enter')
    await expect(repository).toBeFocused()
    await expect(repository).toHaveAttribute('aria-invalid', 'true')
    await repository.fill('https://github.com/guild/plain')
    await repository.press('Enter')
    await expect(page.getByText('Read from the repository')).toBeVisible()
    const tags = field(page, 'Tags')
    await tags.fill('fruit')
    await tags.press('Enter')
    await tags.pressSequentially('trees')
    await tags.press('Enter')
    await expect(tags).toHaveValue('fruit, trees, ')
    await expect(page.getByText('at most 20. 2 of 20 so far.')).toBeVisible()
    await expect(page.locator('#errors')).toBeEmpty()
    await expect(page).toHaveURL('/home/user/uploadplugin')
  },
)

test('all platforms and single ones exclude each other', { tag: '@long' }, async ({ page }) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  const systems = page.getByRole('group', { name: 'Operating system' })
  await expect(systems.getByLabel('All platforms')).toBeChecked()
  await systems.getByLabel('macOS').check()
  await systems.getByLabel('Linux').check()
  await expect(systems.getByLabel('All platforms')).not.toBeChecked()
  await systems.getByLabel('All platforms').check()
  await expect(systems.getByLabel('macOS')).not.toBeChecked()
  await expect(systems.getByLabel('Linux')).not.toBeChecked()
})

test(
  'while a chosen file is prepared nothing asks for a file, and its rule stays beside an error',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.route('**/api/v1/file/*/state', (route) =>
      route.fulfill({
        json: { code: 200, message: '', data: { state: 'working', done: 1, total: 4 } },
      }),
    )
    await page.goto('/home/user/uploadicon')
    await expect(page.getByText('Choose the file first')).toBeVisible()
    await press(page, 'Publish')
    await expect(page.getByText('File is required')).toBeVisible()
    await expect(page.getByText(/^\.iconpack, .*, at most 100.MB\.$/)).toBeVisible()
    await page
      .getByLabel('File: Choose')
      .setInputFiles(await container('.iconpack', 'sun', 'moon', 'star', 'tree'))
    await expect(page.getByText('preparing the drawings, 25%')).toBeVisible()
    await expect(page.getByText('Choose the file first')).toHaveCount(0)
  },
)
