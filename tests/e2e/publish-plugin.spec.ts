import { expect, type Page } from 'playwright/test'
import { LIMITED_MINUTES, OCTO_ID } from '#tests/support/plugin-site.ts'
import { fillInPlugin, viewPublished } from './form.ts'
import { register, test } from './people.ts'

const verify = (page: Page) => page.getByRole('button', { name: 'Verify' }).click()
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test('a creator publishes a plugin: the repository fills the form, and its fields stay editable', async ({
  page,
}) => {
  const { username } = await register(page)
  await page.goto(`/home/user/plugin/${username}`)
  await page.getByRole('link', { name: 'Publish a plugin' }).click()
  const repository = field(page, 'Repository')
  await page.getByRole('button', { name: 'Publish' }).click()
  for (const words of [
    /^Owner name is required/,
    /^Please enter a valid GitHub/,
    /^Cover image/,
    /^Title is required/,
  ]) {
    await expect(page.getByText(words)).toBeVisible()
  }
  await repository.fill('https://github.com/ENIAC-Tech/none')
  await verify(page)
  await expect(page.getByText('There is no public repository at this address')).toBeVisible()
  await repository.fill('www.github.com/eniac-tech/plugin-example.git?tab=readme-ov-file')
  await expect(page.getByText('There is no public repository at this address')).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Please verify the repository')).toBeVisible()
  await field(page, 'Title').fill('My counter')
  await verify(page)
  await expect(page.getByText('Read from the repository')).toBeVisible()
  await expect(
    page.getByText(/Please verify|Please enter a valid GitHub|Owner name is/),
  ).toHaveCount(0)
  await expect(repository).toHaveValue('https://github.com/ENIAC-Tech/Plugin-Example')
  await expect(field(page, 'Product owner')).toHaveValue('ENIAC-Tech')
  await expect(page.getByText('macOS 10.15, Windows 10')).toBeVisible()
  await expect(page.getByText('Not verified as the owner')).toBeVisible()
  await expect(page.locator('code', { hasText: username.toLowerCase() })).toBeVisible()
  // Typed values stay; the repository fills the other fields.
  await expect(field(page, 'Title')).toHaveValue('My counter')
  await expect(field(page, 'Version')).toHaveValue('1.1.3')
  // The opening of the README, which is shown below it.
  await expect(field(page, 'Description (optional)')).toHaveValue(
    /^Counts \*\*up\*\* and down\. \[More\]\(https:\/\/github\.com\/ENIAC-Tech\/Plugin-Example\/blob\/[0-9a-f]{40}\/docs\/more\.md\)$/,
  )
  await expect(page.getByRole('checkbox', { name: 'Windows' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Linux' })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Linux' }).check()
  await page.getByRole('button', { name: 'Use key.png as cover' }).click()
  await expect(page.getByLabel('What does it show?')).toHaveCount(1)
  await page.getByRole('button', { name: 'Add key.png to the gallery' }).click()
  await expect(page.getByLabel('What does it show?')).toHaveCount(2)
  await page.getByLabel('Category').selectOption('productivity')
  await page.getByRole('button', { name: 'Publish' }).click()
  await viewPublished(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My counter')
  const readme = page.getByRole('region', { name: 'README' })
  await expect(readme.getByRole('link', { name: /^README.md on GitHub/ })).toHaveAttribute(
    'href',
    /\/ENIAC-Tech\/Plugin-Example\/blob\/[0-9a-f]{40}\/README\.md$/,
  )
  // A job takes its pictures.
  await expect(async () => {
    await page.reload()
    await expect(readme.getByRole('img', { name: 'A key' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByText('Repository by ENIAC-Tech')).toBeVisible()
  await expect(page.getByText(`Published by ${username}`).first()).toBeVisible()
  await expect(page.getByText('Owner not verified', { exact: true })).toBeVisible()
  const schema = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(schema.join()).toContain('"name":"ENIAC-Tech"')

  await page.goto(`/home/user/plugin/${username}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Delete Plugin Success', { exact: true })).toBeVisible()
})

test(
  'warnings and the retry time are in the language of the page',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/de/home/user/uploadplugin')
    const repository = page.getByLabel('Repository', { exact: true })
    const button = page.getByRole('button', { name: 'Prüfen' })
    await repository.fill('https://github.com/ada/limited')
    await button.click()
    await expect(
      page.getByText(`versuchen Sie es in ${LIMITED_MINUTES} Minuten noch`),
    ).toBeVisible()
    await repository.fill('https://github.com/ada/behind')
    await page.getByLabel('Eigentümer').fill('eve')
    await button.click()
    await expect(page.getByText('Das Repository gehört ada.')).toBeVisible()
    await page.getByLabel('Eigentümer').fill('')
    await button.click()
    await expect(
      page.getByText('Das Manifest nennt 1.1.3, heruntergeladen wird aber v1.1.2.'),
    ).toBeVisible()
    await expect(page.getByLabel('Version', { exact: true })).toHaveValue('1.1.2')
  },
)

test(
  'editing adopts a new version only when the creator requests it',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadplugin')
    await field(page, 'Repository').fill('https://github.com/ada/going-on')
    await verify(page)
    await expect(page.getByText('Read from the repository')).toBeVisible()
    await fillInPlugin(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(page)
    const edit = `/home/user/editplugin?id=${page.url().split('/').at(-1)}`
    await page.goto(edit)
    await field(page, 'Title').fill('Another title')
    await expect(field(page, 'Version')).not.toBeEditable()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another title')
    await expect(page.getByText('1.1.3', { exact: true }).first()).toBeVisible()
    await page.goto(edit)
    await page.getByRole('button', { name: 'Check for a new version' }).click()
    await expect(page.getByText('Version 1.2.0 is available.')).toBeVisible()
    await expect(field(page, 'Version')).toHaveValue('1.2.0')
    await expect(field(page, 'Title')).toHaveValue('Another title')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/detail/)
    await expect(page.getByText('1.2.0', { exact: true }).first()).toBeVisible()
  },
)

test(
  'a verified owner takes over a plugin published by another account, and both are notified',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { username } = await register(page)
    await page.goto('/home/user/uploadplugin')
    await field(page, 'Repository').fill('https://github.com/octo-ada/plums')
    await verify(page)
    await expect(page.getByText('Not verified as the owner')).toBeVisible()
    await field(page, 'Title').fill('Plums')
    await fillInPlugin(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(page)
    const address = page.url()

    const owner = await browser.newPage()
    await owner.goto('/login?redirect=/home/user/uploadplugin')
    await owner.getByRole('button', { name: 'Continue with GitHub' }).click()
    await owner.getByLabel('id').fill(String(OCTO_ID))
    await owner.getByLabel('email').fill('plums@example.com')
    await owner.getByRole('button', { name: 'Authorize' }).click()
    // A new account is first offered a choice of user name.
    await owner.getByRole('link', { name: 'Not now' }).click()
    await expect(owner).toHaveURL(/\/home\/user\/uploadplugin/)
    await field(owner, 'Repository').fill('https://github.com/octo-ada/plums')
    await verify(owner)
    await expect(owner.getByText('Verified as the owner by your sign-in')).toBeVisible()
    await expect(owner.getByText('Someone has published this plugin')).toBeVisible()
    await field(owner, 'Title').fill('Plums of mine')
    await fillInPlugin(owner)
    await owner.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(owner)
    await expect(owner).toHaveURL(address)
    await expect(owner.getByText('Verified owner', { exact: true })).toBeVisible()

    await page.goto(`/home/user/plugin/${username}`)
    await expect(page.getByText(/“Plums” was transferred to octo-ada/)).toBeVisible()
    await page.goto('/home/user/uploadplugin')
    await field(page, 'Repository').fill('https://github.com/octo-ada/plums')
    await verify(page)
    await expect(page.getByText('This plugin has already been published.')).toBeVisible()
  },
)

test(
  'push permission is verified at GitHub, and the form is restored afterwards',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadplugin')
    const authorize = async (answer: string) => {
      await page.getByRole('button', { name: 'Prove it on GitHub' }).click()
      await page.getByRole('button', { name: answer }).click()
      await expect(page).toHaveURL(/\/home\/user\/uploadplugin(?:\?draft=[\w-]+)?$/)
    }
    await field(page, 'Repository').fill('https://github.com/guild/closed')
    await verify(page)
    // The answer proposes a title.
    await expect(page.getByRole('button', { name: 'Prove it on GitHub' })).toBeVisible()
    await field(page, 'Title').fill('Tools of the guild')
    await authorize('Authorize')
    await expect(page.getByText('this account has no push access').first()).toBeVisible()
    await expect(page.getByText('Not verified as the owner')).toBeVisible()
    await authorize('Cancel')
    await expect(page.getByText('GitHub couldn’t be reached, or you').first()).toBeVisible()
    await field(page, 'Repository').fill('https://github.com/guild/tools')
    await verify(page)
    await authorize('Authorize')
    await expect(
      page.getByText('Verified as the owner by your push access on GitHub'),
    ).toBeVisible()
    await expect(field(page, 'Title')).toHaveValue('Tools of the guild')
    await fillInPlugin(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(page)
    await expect(page.getByText('Verified owner', { exact: true })).toBeVisible()
  },
)
