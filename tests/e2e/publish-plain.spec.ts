import { type Browser, expect, type Page } from 'playwright/test'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { expectNoAxeFaults } from './axe.ts'
import { projectOf, publish } from './edit.ts'
import { container, picture, WORDS, viewPublished } from './form.ts'
import { register, test } from './people.ts'

/** A page without scripts, signed in as the account of `page`. */
async function withoutScripts(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ javaScriptEnabled: false, storageState })
  return context.newPage()
}

/** Optional fields are marked as such after their label. */
const field = (page: Page, name: string) =>
  page.getByLabel(new RegExp(`^${name}( \\(optional\\))?$`))
/** The link of the error summary to a field leads to an invalid input. */
async function followError(page: Page, text: RegExp) {
  const link = page.getByRole('link', { name: text })
  const target = (await link.getAttribute('href')) ?? ''
  await expect(page.locator(target)).toHaveAttribute('aria-invalid', 'true')
  return page.locator(target)
}

for (const kind of ['icon', 'profile', 'flexpage'] as const) {
  const ending = KIND_TABLE[kind].fileEnding

  test(`without scripts a creator publishes and edits, and errors keep everything: ${kind}`, async ({
    page,
    browser,
  }) => {
    const { username } = await register(page)
    const plain = await withoutScripts(browser, page)
    await plain.goto(`/home/user/upload${kind}`)
    await field(plain, 'Description').fill('Trees and **fruit**.')
    await field(plain, 'Tagline').fill('Fruit for keys')
    await plain.locator('#plain-cover').setInputFiles(await picture())
    await plain.locator('[name="cover.alt"]').fill('An orchard')
    await plain.locator('#plain-gallery').setInputFiles(await picture('one.png'))
    await plain.getByRole('button', { name: 'Publish' }).click()

    await expect(plain.getByText('Nothing was saved yet.')).toBeVisible()
    await followError(plain, /^Title: Title is required/)
    await followError(plain, /^Category: /)
    const file = await followError(plain, /^File: File is required/)
    await expect(field(plain, 'Description')).toHaveValue('Trees and **fruit**.')
    await expect(field(plain, 'Tagline')).toHaveValue('Fruit for keys')
    await expect(plain.getByText('cover.png, ')).toBeVisible()
    await expect(plain.locator('[name="cover.alt"]')).toHaveValue('An orchard')
    await expect(plain.getByText('one.png, ')).toBeVisible()

    await file.setInputFiles(await container(ending, 'sun', 'moon'))
    await field(plain, 'Title').fill(`Orchard of ${username}`)
    await field(plain, 'Category').selectOption(WORDS[kind].category)
    await plain.getByRole('button', { name: 'Publish' }).click()
    // The pack has no manifest, the others name their licence: to be looked at first.
    await expect(plain.getByText('Please check what was filled in')).toBeVisible()
    if (kind === 'icon') await expect(plain.getByText('There is no manifest')).toBeVisible()
    else await expect(field(plain, 'Licence')).toHaveValue('MIT')
    await expect(plain.getByText(`mine${ending}, `)).toBeVisible()
    await plain.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(plain)
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText(`Orchard of ${username}`)
    await expect(plain.locator('.prose strong')).toHaveText('fruit')

    const id = plain.url().split('/').at(-1)
    await plain.goto(`/home/user/edit${kind}?id=${id}`)
    await field(plain, 'Title').fill('')
    await plain.locator('[name="gallery.2"]').setInputFiles(await picture('two.png'))
    await plain.locator('[name="gallery.2.alt"]').fill('Two')
    await plain.getByRole('button', { name: 'Save' }).click()
    await (await followError(plain, /^Title: /)).fill('Orchard II')
    await plain.locator('[name="gallery.2.place"]').fill('0')
    await plain.getByRole('button', { name: 'Save' }).click()
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Orchard II')
    await plain.goto(`/home/user/edit${kind}?id=${id}`)
    await expect(plain.locator('[name="gallery.1.alt"]')).toHaveValue('Two')
    await plain.locator('[name="gallery.1.remove"]').check()
    await plain.getByRole('button', { name: 'Save' }).click()
    await plain.goto(`/home/user/edit${kind}?id=${id}`)
    await expect(plain.locator('[name="gallery.1.alt"]')).not.toHaveValue('Two')
    await expect(plain.locator('[name="gallery.1.kept"]')).toHaveCount(1)
    await expect(plain.locator('[name="gallery.2.kept"]')).toHaveCount(0)
    await plain.context().close()
  })
}

test('without scripts a creator publishes and edits a plugin, whose repository fills the form', async ({
  page,
  browser,
}) => {
  await register(page)
  const plain = await withoutScripts(browser, page)
  await plain.goto('/home/user/uploadplugin')
  await field(plain, 'Description').fill('Typed before.')
  await field(plain, 'Repository').fill('https://github.com/ada/none')
  await plain.getByRole('button', { name: 'Verify' }).click()
  const repository = await followError(plain, /^Repository: There is no such public repository/)
  await repository.fill('https://github.com/guild/plain')
  await plain.locator('#plain-cover').setInputFiles(await picture())
  await plain.getByRole('button', { name: 'Verify' }).click()
  await expect(plain.getByText('Read from the repository')).toBeVisible()
  await expect(plain.getByText('Not verified as the owner')).toBeVisible()
  await expect(field(plain, 'Description')).toHaveValue('Typed before.')
  await expect(field(plain, 'Product owner')).toHaveValue('guild')
  await expect(field(plain, 'Title')).not.toHaveValue('')

  await field(plain, 'Title').fill('Tools of the guild')
  await plain.getByRole('button', { name: 'Show it at GitHub' }).click()
  await plain.getByRole('button', { name: 'Authorize' }).click()
  await expect(plain.getByText('Verified as the owner, by your permission to push')).toBeVisible()
  await expect(field(plain, 'Title')).toHaveValue('Tools of the guild')
  await expect(plain.getByText('cover.png, ')).toBeVisible()

  await plain.getByRole('button', { name: 'Publish' }).click()
  await (await followError(plain, /^Gallery: /)).setInputFiles(await picture('one.png'))
  await field(plain, 'Category').selectOption('productivity')
  await plain.getByRole('button', { name: 'Publish' }).click()
  await viewPublished(plain)
  await expect(plain.getByText('Verified owner', { exact: true })).toBeVisible()

  await plain.goto(`/home/user/editplugin?id=${plain.url().split('/').at(-1)}`)
  await expect(field(plain, 'Version')).not.toBeEditable()
  await field(plain, 'Title').fill('')
  await plain.getByRole('button', { name: 'Save' }).click()
  await (await followError(plain, /^Title: /)).fill('Tools II')
  await plain.getByRole('button', { name: 'Save' }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Tools II')
  await plain.context().close()
})

test('without scripts an edit that meets another one shows both values, and saves on top', async ({
  page,
  browser,
}) => {
  const { username } = await register(page)
  const id = await publish(page, `Plums of ${username}`)
  const plain = await withoutScripts(browser, page)
  await plain.goto(`/home/user/editicon?id=${id}`)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = { id, title: 'Saved elsewhere', tags: ['elsewhere'], description: 'Theirs' }
  await page.request.put('/api/v1/icon', { headers, data })
  await field(plain, 'Title').fill('Mine')
  await field(plain, 'Description').fill('Mine, too')
  await plain.getByRole('button', { name: 'Save' }).click()
  await expect(plain.getByText('This project has changed in the meantime')).toBeVisible()
  await expect(plain.getByText('Taken over from there: Tags.')).toBeVisible()
  await expect(plain.getByText('Saved elsewhere', { exact: true })).toBeVisible()
  await expect(field(plain, 'Title')).toHaveValue('Mine')
  await expect(field(plain, 'Tags')).toHaveValue('elsewhere')
  await plain.getByLabel('Description: use the saved value').check()
  await plain.getByRole('button', { name: 'Save' }).click()
  await expect(plain).toHaveURL(/\/detail\//)
  expect(await projectOf(page, id)).toMatchObject({
    title: 'Mine',
    description: 'Theirs',
    tags: ['elsewhere'],
  })
  await plain.context().close()
})

test('if scripts take long, the form offers the one without them, which is accessible', async ({
  page,
}) => {
  await register(page)
  await page.route('**/_next/static/**/*.js', () => undefined)
  await page.goto('/fr/home/user/uploadicon', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Utiliser le formulaire sans scripts' }).click()
  await expect(page).toHaveURL(/plain=1/)
  await page.getByRole('button', { name: 'Publier' }).click()
  await expect(page.getByRole('link', { name: /^Titre/ })).toBeVisible()
  await expect(page.locator('#errors')).toBeFocused()
  await expectNoAxeFaults(page, 'the plain form with errors')
})
