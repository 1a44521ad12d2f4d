import { expect, type Page } from 'playwright/test'
import { readFile } from 'node:fs/promises'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { documents, paths } from '#lib/paths.ts'
import { picture, viewPublished, WORDS } from './form.ts'
import { publishByApi } from './own-projects.ts'
import { aPerson, codeFor, register, test, withoutScripts } from './people.ts'

/** From home to a published project, signed in and with a file at hand. */
const CLICKS_MAX = 10

async function template(ending: string) {
  const path = documents.template(ending)
  return {
    name: path.split('/').at(-1) ?? '',
    mimeType: 'application/zip',
    buffer: await readFile(`public${path}`),
  }
}

/** Counts clicks. What is typed is not counted. */
function counted(page: Page) {
  const clicks: string[] = []
  return {
    clicks,
    async link(name: string | RegExp) {
      clicks.push(String(name))
      await page.getByRole('link', { name }).first().click()
    },
    async button(name: string | RegExp) {
      clicks.push(String(name))
      await page.getByRole('button', { name }).click()
    },
    /** The click that opens the chooser of the system, and the one that takes the file there. */
    async file(name: string, file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]) {
      clicks.push(name, 'the file')
      await page.getByLabel(name).setInputFiles(file)
    },
    /** The click that opens a select, and the one on its option. */
    async select(name: string, value: string) {
      clicks.push(name, value)
      await page.getByLabel(name).selectOption(value)
    },
  }
}

for (const kind of ['icon', 'profile'] as const) {
  const { one, publish, category } = WORDS[kind]
  const { path, fileEnding } = KIND_TABLE[kind]

  test(
    `a creator publishes in at most ${CLICKS_MAX} clicks from home: ${one}`,
    { tag: kind === 'icon' ? [] : '@long' },
    async ({ page }) => {
      await register(page)
      await page.goto('/home/index')
      const way = counted(page)
      await way.link(/^Publish$/)
      await expect(page).toHaveURL('/home/publish')
      await way.link(publish)
      await way.file('File: Choose', await template(fileEnding))
      await way.button('Layout 2')
      await expect(page.getByRole('button', { name: 'Layout 2', pressed: true })).toBeVisible()
      await expect(page.getByLabel('What does it show?')).not.toHaveCount(0)
      await expect(page.getByLabel('Title')).toHaveValue(/^My /)
      await expect(page.getByLabel('Licence')).toHaveValue('ISC')
      await way.select('Category', category)
      await way.button(/^Publish$/)
      await expect(page).toHaveURL(/\/home\/user\/published\//)
      console.log(`${one}: ${way.clicks.length} clicks: ${way.clicks.join(', ')}`)
      expect(way.clicks.length).toBeLessThanOrEqual(CLICKS_MAX)

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^My /)
      await expect(page.getByLabel('Address')).toHaveValue(new RegExp(`/home/${path}/detail/`))
      await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
      await viewPublished(page)
      await expect(page.getByText('ISC', { exact: true })).toBeVisible()
    },
  )
}

test('a signed-out creator comes back to the form after signing up', async ({ page }) => {
  const { username, email, password } = aPerson()
  await page.goto('/home/publish')
  await page.getByRole('link', { name: 'Publish a profile' }).click()
  await expect(page).toHaveURL('/login?redirect=%2Fhome%2Fuser%2Fuploadprofile')
  await page.locator('main a[href^="/register"]').click()
  await expect(page).toHaveURL('/register?redirect=%2Fhome%2Fuser%2Fuploadprofile')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByText('is on its way')).toBeVisible()
  await page.getByLabel('Verification code').fill(await codeFor(email))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/home/user/uploadprofile')
  await expect(page.getByLabel('File: Choose')).toBeAttached()
})

test('without scripts, a publication needs no picture', { tag: '@long' }, async ({ page }) => {
  await register(page)
  const plain = await withoutScripts(page)
  await plain.goto('/home/publish')
  await plain.getByRole('link', { name: 'Publish a page' }).click()
  await plain.getByLabel('File: Choose').setInputFiles(await template('.flexpage'))
  await plain.getByRole('button', { name: 'Upload now' }).first().click()
  await plain.getByRole('button', { name: 'Layout 3' }).click()
  await expect(plain.getByRole('button', { name: 'Layout 3', pressed: true })).toBeVisible()
  await plain.getByLabel('Category').selectOption('design')
  await plain.getByRole('button', { name: 'Publish' }).click()
  await expect(plain).toHaveURL(/\/home\/user\/published\//)
  await viewPublished(plain)
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('My page')
})

test(
  'the crop dialog names its picture, and Escape keeps the whole picture',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadprofile')
    await page
      .getByLabel('Gallery: Add pictures')
      .setInputFiles([await picture('one.png', 900), await picture('two.png', 900)])
    const dialog = page.getByRole('dialog', { name: 'Which part is shown?' })
    await expect(dialog).toContainText('Picture 1 of 2')
    // It listens to keys once it has the focus.
    await expect(dialog.locator(':focus')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toContainText('Picture 2 of 2')
    await expect(dialog.locator(':focus')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  },
)

test(
  'only the author sees Edit and Delete on the page of a project',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { username } = await register(page)
    const address = paths.detail({
      kind: 'icon',
      id: await publishByApi(page, `Own of ${username}`),
    })
    const own = page.getByText('This is your project')
    await page.goto(address)
    await expect(own).toBeVisible()
    const other = await browser.newPage()
    await other.goto(address)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(`Own of ${username}`)
    await expect(other.getByText('This is your project')).toBeHidden()
    await register(other, aPerson())
    await other.goto('/home/user/account')
    await other.goto(address)
    await expect(other.getByText('This is your project')).toBeHidden()
    await other.context().close()

    await page.locator('.own-bar').getByRole('link', { name: 'Delete' }).click()
    await expect(page.getByText('Are you sure you want to delete this project?')).toBeVisible()
    await page.goto(address)
    await page.locator('.own-bar').getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByLabel('Title')).toHaveValue(`Own of ${username}`)
  },
)
