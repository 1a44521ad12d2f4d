import { expect } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { publish, edit, save, saved, said, projectOf, newFile } from './edit.ts'
import { fillIn, picture } from './form.ts'
import { useScripts } from './intent.ts'
import { accountMenu, aPerson, register, test } from './people.ts'

test('two tabs lose no changes: the tab that saves later resolves the conflict', async ({
  page,
  context,
}) => {
  const { username } = await register(page)
  const id = await publish(page, `Tabs of ${username}`)
  const second = await context.newPage()
  await edit(page, id)
  await edit(second, id)
  await expect(second.getByText('This form is open in another tab as well.')).toBeVisible()
  await page.getByLabel('Title').fill('From the first tab')
  await page.getByLabel('Tags').fill('first')
  await second.getByLabel('Title').fill('From the second tab')
  await second.getByLabel('Description').fill('Trees and **nuts**.')
  await save(page)
  await saved(page)
  await save(second)
  const notice = second.getByRole('region', { name: 'This project has changed in the meantime' })
  await expect(notice).toBeFocused()
  await expect(notice.getByText('Taken over from there: Tags.')).toBeVisible()
  await expectNoAxeFaults(second, 'a conflict')
  expect(await projectOf(page, id)).toMatchObject({ title: 'From the first tab' })
  // The conflict survives a reload.
  await second.reload()
  await expect(second.getByLabel('Title')).toHaveValue('From the second tab')
  await expect(notice.getByText('From the first tab')).toBeVisible()
  await save(second)
  await expect(notice).toBeFocused()
  await notice.getByRole('radio', { name: 'Saved in the meantime' }).check()
  await notice.getByRole('button', { name: 'Use this choice' }).click()
  await expect(second.getByLabel('Title')).toHaveValue('From the first tab')
  await save(second)
  await saved(second)
  expect(await projectOf(page, id)).toMatchObject({
    title: 'From the first tab',
    description: 'Trees and **nuts**.',
    tags: ['first'],
  })
})

test('a draft belongs to one account; drafts of earlier releases are removed', async ({ page }) => {
  const ada = await register(page)
  await page.goto('/home/user/uploadicon')
  await page.evaluate(() => localStorage.setItem('draft-icon', '{"title":"Without an account"}'))
  await fillIn(page, 'icon', `Secret of ${ada.username}`)
  await page.context().clearCookies()
  await register(page, aPerson())
  await page.goto('/home/user/uploadicon')
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('mine.iconpack')).toHaveCount(0)
  await expect(page.getByText('Your draft was restored.')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('draft-icon'))).toBeNull()
  await page.context().clearCookies()
  await page.goto('/login?redirect=%2Fhome%2Fuser%2Fuploadicon')
  await page.getByLabel('Username or email').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toHaveValue(`Secret of ${ada.username}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Secret of ${ada.username}`)
})

test('signing out in another tab hides what was typed in a form', async ({ page, context }) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  await page.getByLabel('Title').fill('On the screen')
  const second = await context.newPage()
  await second.goto('/home/index')
  await useScripts(second)
  await accountMenu(second).locator('summary').click()
  await second.getByRole('button', { name: 'Sign out' }).click()
  await second.getByRole('button', { name: 'Keep and sign out' }).click()
  await expect(page.getByText('You are no longer signed in with this account')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeHidden()
})

test('signing out asks whether to remove or keep drafts', async ({ page }) => {
  const { username, password } = await register(page)
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length)
  const signOut = async () => {
    await accountMenu(page).locator('summary').click()
    await accountMenu(page).getByRole('button', { name: 'Sign out' }).click()
  }
  await page.goto('/home/user/uploadicon')
  await page.getByLabel('Title').fill('A draft')
  await signOut()
  const dialog = page.getByRole('dialog', { name: 'Keep your drafts?' })
  await expect(dialog).toBeVisible()
  await expectNoAxeFaults(page, 'the question about drafts')
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await drafts()).toBe(1)
  await signOut()
  await dialog.getByRole('button', { name: 'Remove and sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(await drafts()).toBe(0)
  // Without drafts the dialog does not open.
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(accountMenu(page)).toBeVisible()
  await signOut()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
})

test('a restored draft lists the files that are no longer on the server', async ({ page }) => {
  const { username } = await register(page)
  await page.goto('/home/user/uploadicon')
  await fillIn(page, 'icon', `Swept of ${username}`)
  await page.getByLabel('What does it show?').first().fill('A tree')
  // Simulates files that were swept after a day.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('draft:'))) {
      const draft = JSON.parse(localStorage.getItem(key) ?? '')
      draft.values.file.id = 'swept-file'
      draft.values.cover.id = 'swept-cover'
      localStorage.setItem(key, JSON.stringify(draft))
    }
  })
  await page.reload()
  await expect(
    page.getByText(/^No longer on the server: mine\.iconpack, cover\.png\./),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(
    page.getByText('No longer on the server. Please choose it again.', { exact: true }),
  ).toHaveCount(2)
  await expect(page.getByLabel('File: Choose')).toBeFocused()
  await page.getByLabel('File: Choose').setInputFiles(await newFile())
  await page.getByLabel('Cover: Choose').setInputFiles(await picture())
  await expect(page.getByText(/No longer on the server/)).toHaveCount(0)
  await expect(page.getByLabel('What does it show?').first()).toHaveValue('A tree')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Swept of ${username}`)
})

test('a file that is swept while the form is open shows an error at its field', async ({
  page,
}) => {
  const { username } = await register(page)
  await page.goto('/home/user/uploadicon')
  await fillIn(page, 'icon', `Late of ${username}`)
  await page.route('**/api/v1/icon', (route) =>
    route.fulfill({
      status: 404,
      json: { code: 404, message: 'x', data: null, reason: 'file_missing', fields: ['cover_id'] },
    }),
  )
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(said(page, 'Upload failed! A file is no longer on the server')).toBeVisible()
  await expect(
    page.getByText('No longer on the server. Please choose it again.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByLabel('Cover: Choose')).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveValue(`Late of ${username}`)
})
