import { expect, type Request } from 'playwright/test'
import { keptFormSchema } from '#lib/contract/kept-form.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { plainStateSchema } from '#lib/creator/plain-form.ts'
import { expectNoAxeFaults } from './axe.ts'
import { edit, save, saved, said, projectOf, newFile } from './edit.ts'
import { container, draftSaved, fillIn, picture, viewPublished } from './form.ts'
import { useScripts } from './intent.ts'
import { publishByApi } from './own-projects.ts'
import { accountMenu, register, test } from './people.ts'

test(
  'two tabs lose no changes: the tab that saves later resolves the conflict',
  { tag: '@long' },
  async ({ page, context }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Tabs of ${username}`)
    const second = await context.newPage()
    await edit(page, id)
    await edit(second, id)
    await page.getByLabel('Title').fill('From the first tab')
    await page.getByLabel('Tags').fill('first')
    await second.getByLabel('Title').fill('From the second tab')
    await second.getByLabel('Description').fill('Trees and **nuts**.')
    await draftSaved(second)
    await save(page)
    await saved(page)
    await save(second)
    const notice = second.getByRole('region', { name: 'This project has changed in the meantime' })
    await expect(notice).toBeFocused()
    await expect(notice.getByText('Updated from there: Tags.')).toBeVisible()
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
  },
)

test(
  'a reload while it is published creates one project, and does not call its files gone',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await page.goto('/home/user/uploadicon')
    await fillIn(page, 'icon', `Once of ${username}`)
    await draftSaved(page)
    const { promise: sent, resolve } = Promise.withResolvers<Request>()
    let sends = 0
    await page.route('**/api/v1/icon', async (route) => {
      sends += 1
      // The first one is on its way for long.
      if (sends === 1) resolve(route.request())
      else await route.continue()
    })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const first = await sent
    // The page is loaded again before the publication is done: the draft is there.
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue(`Once of ${username}`)
    const late = await page.request.post('/api/v1/icon', {
      headers: { 'sec-fetch-site': 'same-origin', ...(await first.allHeaders()) },
      data: first.postData() ?? '',
    })
    const { id } = projectSchema.parse((await late.json()).data)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await viewPublished(page)
    expect(page.url()).toMatch(new RegExp(`/${id}$`))
    // Loaded again afterwards: the draft is gone, and the page states why.
    await page.goBack()
    await page.goto('/home/user/uploadicon')
    await expect(page.getByLabel('Title')).toHaveValue('')
    await page.goto(`/home/user/icon/${username}`)
    await expect(page.getByRole('article')).toHaveCount(1)
  },
)

test(
  'after a reload a file does not replace what was typed',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadprofile')
    const file = await container(KIND_TABLE.profile.fileEnding, 'sun')
    await page.getByLabel('File: Choose').setInputFiles(file)
    // At once: the file may still be on its way.
    await page.getByLabel('Title').fill('A typed title')
    await page.getByLabel('Version', { exact: true }).fill('3.1.0')
    await draftSaved(page)
    await page.reload()
    await expect(page.getByText('Your draft was restored.')).toBeVisible()
    await page.getByLabel('File: Choose').setInputFiles(file)
    await expect(page.getByText(`${file.name}, `)).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('A typed title')
    await expect(page.getByLabel('Version', { exact: true })).toHaveValue('3.1.0')
  },
)

test(
  'a value of the file waits until its field is left, and only fills an empty field',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadprofile')
    const [title, version] = [page.getByLabel('Title'), page.getByLabel('Version', { exact: true })]
    await title.focus()
    const file = await container(KIND_TABLE.profile.fileEnding, 'sun')
    await page.getByLabel('File: Choose').setInputFiles(file)
    await expect(version).toHaveValue('1.0.0')
    await expect(title).toHaveValue('')
    await version.focus()
    await expect(title).toHaveValue('Orchard')
  },
)

test(
  'signing out in another tab hides what was typed in a form',
  { tag: '@long' },
  async ({ page, context }) => {
    await register(page)
    await page.goto('/home/user/uploadicon')
    await page.getByLabel('Title').fill('On the screen')
    const second = await context.newPage()
    await second.goto('/home/index')
    await useScripts(second)
    await accountMenu(second).locator('summary').click()
    await second.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('You’re no longer signed in with this account')).toBeVisible()
    await expect(page.getByLabel('Title')).toBeHidden()
  },
)

test(
  'a restored draft lists the files that are no longer on the server',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await page.goto('/home/user/uploadicon')
    await fillIn(page, 'icon', `Swept of ${username}`)
    await page.getByLabel('What does it show?').first().fill('A tree')
    await draftSaved(page)
    // Simulates files that were swept.
    const id = new URL(page.url()).searchParams.get('draft') ?? ''
    const kept = keptFormSchema.parse(
      (await (await page.request.get(`/api/v1/account/forms/${id}`)).json()).data,
    )
    const { values, ...state } = plainStateSchema.parse(kept.content)
    const swept = {
      ...values,
      file: values.file && { ...values.file, id: 'swept-file' },
      cover: values.cover && { ...values.cover, id: 'swept-cover' },
    }
    await page.request.put(`/api/v1/account/forms/${id}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { content: { ...state, values: swept }, kind: 'icon' },
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
  },
)

test(
  'a file that is swept while the form is open shows an error at its field',
  { tag: '@long' },
  async ({ page }) => {
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
    await expect(said(page, 'A file is no longer on the server')).toBeVisible()
    await expect(page.getByText('Upload failed!', { exact: true })).toBeVisible()
    await expect(
      page.getByText('No longer on the server. Please choose it again.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByLabel('Cover: Choose')).toBeFocused()
    await expect(page.getByLabel('Title')).toHaveValue(`Late of ${username}`)
  },
)
