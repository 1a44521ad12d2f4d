import { expect, type Page } from 'playwright/test'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { isWhole } from '#tests/support/whole.ts'
import { expectNoAxeFaults } from './axe.ts'
import { projectOf } from './edit.ts'
import { container, field, picture, press, viewPublished, WORDS } from './form.ts'
import { publishByApi } from './own-projects.ts'
import { register, test, withoutScripts } from './people.ts'

/*
 * What the form does with and without scripts. A browser without scripts sends everything at once and then shows what was
 * read from the files; with scripts it is shown as soon as a file is chosen.
 */

/** The link of the error summary to a field focuses its input, which is invalid. */
async function followError(page: Page, name: string, label = name) {
  await page.getByRole('alert').getByRole('link', { name, exact: true }).click()
  await expect(page.getByLabel(label, { exact: true })).toBeFocused()
  await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  return page.getByLabel(label, { exact: true })
}

for (const hasScripts of [true, false]) {
  const mode = hasScripts ? 'with scripts' : 'without scripts'

  const sampled = hasScripts ? 'icon' : 'profile'
  for (const kind of (['icon', 'profile'] as const).filter((one) => isWhole || one === sampled)) {
    test(`${mode} a creator publishes and edits, and errors keep everything: ${kind}`, async ({
      page,
    }) => {
      const { username } = await register(page)
      const own = hasScripts ? page : await withoutScripts(page)
      await own.goto(`/home/user/upload${kind}`)
      await field(own, 'Description').fill('Trees and **fruit**.')
      await field(own, 'Tagline').fill('Fruit for keys')
      await own.getByLabel('Cover: Choose').setInputFiles(await picture())
      await own.getByLabel('Gallery: Add pictures').setInputFiles(await picture('one.png'))
      await press(own, 'Publish')

      await expect(own.getByText('Please check: File, Title, and Category')).toBeVisible()
      await expect(own.getByText('Title is required')).toBeVisible()
      await expect(field(own, 'Description')).toHaveValue('Trees and **fruit**.')
      await expect(field(own, 'Tagline')).toHaveValue('Fruit for keys')
      await own.getByLabel('What does it show? Cover').fill('An orchard')
      await expect(own.getByRole('button', { name: 'Remove one.png' })).toBeVisible()
      const file = await followError(own, 'File', 'File: Choose')
      await file.setInputFiles(await container(KIND_TABLE[kind].fileEnding, 'sun', 'moon'))
      // With scripts the file is read at once, and its manifest may fill in the title.
      const stored = own.getByText(`mine${KIND_TABLE[kind].fileEnding}, `)
      if (hasScripts) await expect(stored).toBeVisible()
      await field(own, 'Title').fill(`Orchard of ${username}`)
      await (await followError(own, 'Category')).selectOption(WORDS[kind].category)
      // The pack has no manifest, the profile names its licence: to be looked at.
      if (!hasScripts) await press(own, 'Publish')
      if (kind === 'icon') await expect(own.getByText('There is no manifest')).toBeVisible()
      else await expect(field(own, 'Licence')).toHaveValue('MIT')
      await expect(stored).toBeVisible()
      await press(own, 'Publish')
      await viewPublished(own)
      await expect(own.getByRole('heading', { level: 1 })).toHaveText(`Orchard of ${username}`)
      await expect(own.locator('.prose strong')).toHaveText('fruit')

      const form = `/home/user/edit${kind}?id=${own.url().split('/').at(-1)}`
      await own.goto(form)
      await expect(own.getByLabel('What does it show? Cover')).toHaveValue('An orchard')
      await own.getByLabel('Gallery: Add pictures').setInputFiles(await picture('two.png'))
      if (!hasScripts) await own.getByRole('button', { name: 'Upload now' }).first().click()
      await own.getByLabel('What does it show? Picture 2').fill('Two')
      await own.getByRole('button', { name: /^Move (?:two\.png|Two) forward$/ }).click()
      await expect(own.getByLabel('What does it show? Picture 1')).toHaveValue('Two')
      await field(own, 'Title').fill('')
      await press(own, 'Save')
      await (await followError(own, 'Title')).fill(`Orchard II of ${username}`)
      await press(own, 'Save')
      await expect(own.getByRole('heading', { level: 1 })).toHaveText(`Orchard II of ${username}`)
      await own.goto(form)
      await expect(own.getByLabel('What does it show? Picture 1')).toHaveValue('Two')
      await own.getByRole('button', { name: 'Remove Two' }).click()
      await expect(own.getByLabel('What does it show? Picture 2')).toHaveCount(0)
      await press(own, 'Save')
      await expect(own).toHaveURL(/\/detail\//)
      await own.goto(form)
      await expect(own.getByLabel('What does it show? Picture 1')).toHaveValue('')
      await expect(own.getByLabel('What does it show?')).toHaveCount(2)
    })
  }

  test(
    `${mode} an edit that meets another one shows both values, and saves on top`,
    { tag: '@long' },
    async ({ page }) => {
      const { username } = await register(page)
      const id = await publishByApi(page, `Plums of ${username}`)
      const own = hasScripts ? page : await withoutScripts(page)
      await own.goto(`/home/user/editicon?id=${id}`)
      const headers = { 'sec-fetch-site': 'same-origin' }
      const data = { id, title: 'Saved elsewhere', tags: ['elsewhere'], description: 'Theirs' }
      await page.request.put('/api/v1/icon', { headers, data })
      await field(own, 'Title').fill(`Mine, by ${username}`)
      await field(own, 'Description').fill('Mine, too')
      await press(own, 'Save')
      await expect(own.getByText('This project has changed in the meantime')).toBeVisible()
      await expect(own.getByText('Updated from there: Tags.')).toBeVisible()
      await expect(own.getByText('Saved elsewhere', { exact: true })).toBeVisible()
      await expect(field(own, 'Title')).toHaveValue(`Mine, by ${username}`)
      await expect(field(own, 'Tags')).toHaveValue('elsewhere')
      await own
        .getByRole('group', { name: 'Description' })
        .getByLabel('Saved in the meantime')
        .check()
      if (hasScripts) await press(own, 'Use this choice')
      await press(own, 'Save')
      await expect(own).toHaveURL(/\/detail\//)
      expect(await projectOf(page, id)).toMatchObject({
        title: `Mine, by ${username}`,
        description: 'Theirs',
        tags: ['elsewhere'],
      })
    },
  )
}

test('without scripts a creator publishes and edits a plugin, whose repository fills the form', async ({
  page,
}) => {
  await register(page)
  const own = await withoutScripts(page)
  await own.goto('/home/user/uploadplugin')
  await field(own, 'Description').fill('Typed before.')
  await field(own, 'Repository').fill('https://github.com/ada/none')
  await press(own, 'Verify')
  await expect(own.getByText('There is no public repository at this address')).toBeVisible()
  await (await followError(own, 'Repository')).fill('https://github.com/guild/plain')
  await own.getByLabel('Cover: Choose').setInputFiles(await picture())
  // As the button beside it.
  await field(own, 'Repository').press('Enter')
  await expect(own.getByText('Read from the repository')).toBeVisible()
  await expect(own.getByText('Not verified as the owner')).toBeVisible()
  await expect(field(own, 'Description')).toHaveValue('Typed before.')
  await expect(field(own, 'Product owner')).toHaveValue('guild')
  await expect(field(own, 'Title')).not.toHaveValue('')

  await field(own, 'Title').fill('Plain tools of the guild')
  await press(own, 'Prove it on GitHub')
  await press(own, 'Authorize')
  await expect(own.getByText('Verified as the owner by your push access').first()).toBeVisible()
  await expect(field(own, 'Title')).toHaveValue('Plain tools of the guild')
  await expect(own.getByRole('button', { name: 'Remove cover.png' })).toBeVisible()

  await press(own, 'Publish')
  const gallery = await followError(own, 'Gallery', 'Gallery: Add pictures')
  await gallery.setInputFiles(await picture('one.png'))
  await field(own, 'Category').selectOption('productivity')
  await press(own, 'Publish')
  await viewPublished(own)
  await expect(own.getByText('Verified owner', { exact: true })).toBeVisible()

  await own.goto(`/home/user/editplugin?id=${own.url().split('/').at(-1)}`)
  await expect(field(own, 'Version')).not.toBeEditable()
  await field(own, 'Title').fill('')
  await press(own, 'Save')
  await (await followError(own, 'Title')).fill('Plain tools II')
  await press(own, 'Save')
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Plain tools II')
})

test(
  'the form without scripts, after errors, is accessible in French',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    const own = await withoutScripts(page)
    await own.goto('/fr/home/user/uploadicon')
    await press(own, 'Publier')
    await expect(own.getByRole('link', { name: 'Titre' })).toBeVisible()
    await expect(own.locator('#errors')).toBeFocused()
    // The same page with scripts, which the check needs.
    await page.goto(own.url())
    await expectNoAxeFaults(page, 'the form with errors')
  },
)
