import { expect, type Page } from 'playwright/test'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { versionsSchema } from '#lib/contract/publish.ts'
import { expectNoAxeFaults } from './axe.ts'
import { container, fillIn, picture } from './form.ts'
import { accountMenu, aPerson, register, test } from './people.ts'

/** Publishes an icon pack. @returns its id. */
async function publish(page: Page, title: string): Promise<string> {
  await page.goto('/home/user/uploadicon')
  await fillIn(page, 'icon', title)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page).toHaveURL(/\/detail\//)
  return page.url().split('/').at(-1) ?? ''
}

const edit = async (page: Page, id: string) => {
  await page.goto(`/home/user/editicon?id=${id}`)
  await expect(page.getByLabel('Title')).not.toHaveValue('')
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const saved = (page: Page) =>
  expect(page.getByText('Edit Icon pack Success', { exact: true })).toBeVisible()

async function projectOf(page: Page, id: string) {
  const answer = await page.request.get(`/api/v1/icon/${id}`)
  return projectSchema.parse((await answer.json()).data)
}
async function versionsOf(page: Page, id: string) {
  const answer = await page.request.get(`/api/v1/icon/${id}/versions`)
  return versionsSchema.parse((await answer.json()).data).items
}

/** Uploads stand still until `go` is called, and fail where it says so. */
async function holdUploads(page: Page) {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>()
  await page.route('**/file/upload', async (route) => {
    if ((await promise) === 'abort') return route.abort()
    return route.continue()
  })
  return resolve
}

/** The writes of projects that a page has sent. */
function writesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const isWrite = request.method() === 'PUT' || request.method() === 'POST'
    if (isWrite && request.url().endsWith('/api/v1/icon')) sent.push(request.method())
  })
  return sent
}

const newFile = () => container(KIND_TABLE.icon.fileEnding, 'comet')

test('saving during an upload waits for it, and publishes the new file under the new version', async ({
  page,
}) => {
  const { username } = await register(page)
  const id = await publish(page, `Waits of ${username}`)
  const before = await projectOf(page, id)
  await edit(page, id)
  const go = await holdUploads(page)
  const writes = writesOf(page)
  await page.getByLabel('File: Choose').setInputFiles(await newFile())
  await page.getByLabel('Version', { exact: true }).fill('1.1.0')
  await save(page)
  const waiting = page.getByRole('button', { name: 'Waiting for uploads …' })
  await expect(waiting).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'mine.iconpack' }).last()).toBeVisible()
  await expectNoAxeFaults(page, 'a form that waits')
  // Pressed again it does nothing more.
  await waiting.click({ force: true })
  expect(writes).toEqual([])
  go('continue')
  await saved(page)
  expect(writes).toEqual(['PUT'])
  const [newest, first] = await versionsOf(page, id)
  expect(newest).toMatchObject({ version: '1.1.0' })
  expect(newest?.file?.sha256).not.toBe(before.file?.sha256)
  expect(first?.file?.sha256).toBe(before.file?.sha256)
})

test('an upload that fails or is cancelled while the form waits saves nothing and says which', async ({
  page,
}) => {
  const { username } = await register(page)
  const id = await publish(page, `Fails of ${username}`)
  await edit(page, id)
  const go = await holdUploads(page)
  const writes = writesOf(page)
  await page.getByLabel('Version', { exact: true }).fill('1.1.0')
  await page.getByLabel('File: Choose').setInputFiles(await newFile())
  await save(page)
  await expect(page.getByRole('button', { name: 'Waiting for uploads …' })).toBeVisible()
  await page.getByRole('group', { name: 'File' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The upload of mine.iconpack was cancelled.')).toBeVisible()
  await page.getByLabel('File: Choose').setInputFiles(await newFile())
  await save(page)
  go('abort')
  const refusal = 'mine.iconpack was not uploaded, so nothing was saved.'
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(page.getByLabel('File: Choose')).toBeFocused()
  // Not either when it is pressed afterwards, nor without the file that failed.
  await save(page)
  await expect(page.getByText(refusal)).toBeVisible()
  await page.getByRole('group', { name: 'File' }).getByRole('button', { name: 'Cancel' }).click()
  await save(page)
  await expect(page.getByText(/^A new version needs a new file/)).toBeVisible()
  expect(writes).toEqual([])
  expect(await projectOf(page, id)).toMatchObject({ version: '1.0.0' })
})

test('what is missing is said at once while an upload is under way, and the wait can be ended', async ({
  page,
}) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  const go = await holdUploads(page)
  await page.getByLabel('File: Choose').setInputFiles(await newFile())
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Category is required')).toBeVisible()
  await expect(page.getByText('File is required')).toHaveCount(0)
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Later')
  await page.getByLabel('Category').selectOption('nature')
  await page.getByLabel('Cover: Choose').setInputFiles(await picture())
  await page.getByLabel('Gallery: Choose').setInputFiles(await picture('one.png'))
  const writes = writesOf(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Do not send yet' }).click()
  go('continue')
  await expect(page.getByLabel('What does it show?')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
  expect(writes).toEqual([])
})

test('two tabs lose nothing: the later one sees what changed and chooses', async ({
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
  // What both changed outlives a reload, and is asked about again.
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

test('a draft is for its account alone, and old ones of nobody are removed', async ({ page }) => {
  const ada = await register(page)
  await page.goto('/home/user/uploadicon')
  await page.evaluate(() => localStorage.setItem('draft-icon', '{"title":"Of nobody"}'))
  await fillIn(page, 'icon', `Secret of ${ada.username}`)
  await page.context().clearCookies()
  await register(page, aPerson())
  await page.goto('/home/user/uploadicon')
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('mine.iconpack')).toHaveCount(0)
  await expect(page.getByText('We kept what you typed last time.')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('draft-icon'))).toBeNull()
  await page.context().clearCookies()
  await page.goto('/login?redirect=%2Fhome%2Fuser%2Fuploadicon')
  await page.getByLabel('User name or e-mail').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toHaveValue(`Secret of ${ada.username}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Secret of ${ada.username}`)
})

test('a form of somebody who signs out in another tab hides what was typed', async ({
  page,
  context,
}) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  await page.getByLabel('Title').fill('On the screen')
  const second = await context.newPage()
  await second.goto('/home/index')
  await accountMenu(second).locator('summary').click()
  await second.getByRole('button', { name: 'Sign out' }).click()
  await second.getByRole('button', { name: 'Keep and sign out' }).click()
  await expect(page.getByText('You are no longer signed in with this account')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeHidden()
})

test('signing out asks about drafts, and removes or keeps them', async ({ page }) => {
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
  const dialog = page.getByRole('dialog', { name: 'What happens to your drafts?' })
  await expect(dialog).toBeVisible()
  await expectNoAxeFaults(page, 'the question about drafts')
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await drafts()).toBe(1)
  await signOut()
  await dialog.getByRole('button', { name: 'Remove and sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(await drafts()).toBe(0)
  // Without drafts nothing is asked.
  await page.goto('/login')
  await page.getByLabel('User name or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(accountMenu(page)).toBeVisible()
  await signOut()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
})

test('a draft says which of its files are not on the server any more', async ({ page }) => {
  const { username } = await register(page)
  await page.goto('/home/user/uploadicon')
  await fillIn(page, 'icon', `Swept of ${username}`)
  await page.getByLabel('What does it show?').first().fill('A tree')
  /** As if a day had passed: the draft names files that are swept. */
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith('draft:'))) {
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
  await expect(page.getByText('No longer on the server. Please choose it again.')).toHaveCount(2)
  await expect(page.getByLabel('File: Choose')).toBeFocused()
  await page.getByLabel('File: Choose').setInputFiles(await newFile())
  await page.getByLabel('Cover: Choose').setInputFiles(await picture())
  await expect(page.getByText(/No longer on the server/)).toHaveCount(0)
  await expect(page.getByLabel('What does it show?').first()).toHaveValue('A tree')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Swept of ${username}`)
})

test('a file that is swept while the form is open is named by its field', async ({ page }) => {
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
  await expect(page.getByText(/^Upload failed! A file is no longer on the server/)).toBeVisible()
  await expect(page.getByText('No longer on the server. Please choose it again.')).toBeVisible()
  await expect(page.getByLabel('Cover: Choose')).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveValue(`Late of ${username}`)
})

test('known refusals are told in the language of the page, unknown ones as they came', async ({
  page,
}) => {
  const { username } = await register(page)
  await page.goto('/de/home/user/uploadicon')
  const answers: [number, object, RegExp][] = [
    [429, { reason: 'too_many', message: 'Too many.' }, /Zu viele Versuche in kurzer Zeit/],
    [503, { reason: 'disk_full', message: 'No room.' }, /Der Server hat im Moment keinen Platz/],
    [413, { message: 'Too large.' }, /Das ist mehr, als der Server annimmt/],
    [418, { reason: 'teapot', message: 'Short and stout.' }, /Short and stout\./],
  ]
  await page.getByLabel('Datei: Auswählen').setInputFiles(await newFile())
  await page.getByLabel('Titel').fill(`Refused of ${username}`)
  await page.getByLabel('Titelbild: Auswählen').setInputFiles(await picture())
  await page.getByLabel('Galerie: Auswählen').setInputFiles(await picture('one.png'))
  await page.getByLabel('Kategorie').selectOption('nature')
  for (const [code, said, words] of answers) {
    const body = { json: { code, data: null, ...said } }
    await page.route('**/api/v1/icon', (route) => route.fulfill({ status: code, ...body }))
    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await expect(page.getByText(words)).toBeVisible()
    await page.unroute('**/api/v1/icon')
  }
})

test('a GIF is refused before anybody is asked which part of it is shown', async ({ page }) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')
  for (const [name, mimeType] of [
    ['moving.gif', 'image/gif'],
    ['disguised.png', 'image/png'],
  ] as const) {
    await page.getByLabel('Cover: Choose').setInputFiles({ name, mimeType, buffer: gif })
    await expect(page.getByText(`${name}: GIF pictures are not taken`)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('counters count what the limits count', async ({ page }) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  await page.getByLabel('Description').fill('🌱\n'.repeat(4096))
  await expect(page.getByText('Markdown. 0 of 8192 characters left.')).toBeVisible()
  await page.getByLabel('Title').fill('👩'.repeat(200))
  await expect(page.getByText('0 of 200 characters left.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Category is required')).toBeVisible()
  await expect(page.getByText('Max 8192 characters')).toHaveCount(0)
  await page.getByLabel('Title').fill('👩'.repeat(201))
  await expect(page.getByText('Max 200 characters', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('👩'.repeat(201))
})

test('a version is withdrawn and offered again; pages show it at once', async ({
  page,
  browser,
}) => {
  const { username } = await register(page)
  const id = await publish(page, `Yanked of ${username}`)
  await edit(page, id)
  await page.getByLabel('File: Choose').setInputFiles(await newFile())
  await page.getByLabel('Version', { exact: true }).fill('1.1.0')
  await page.getByLabel('What changed?').fill('A comet.')
  await save(page)
  await saved(page)
  const address = (await projectOf(page, id)).file?.url ?? ''
  const visitor = await (await browser.newContext()).newPage()
  const versions = visitor.getByRole('region', { name: 'Versions' }).getByRole('listitem')
  await visitor.goto(`/home/iconpack/detail/${id}`)
  await expect(versions.first()).toContainText('Present')

  await edit(page, id)
  await page.getByRole('button', { name: 'Withdraw version 1.1.0' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw version 1.1.0?' })
  await dialog.getByLabel('Why? (optional)').fill('The comet was broken.')
  await expectNoAxeFaults(page, 'withdrawing a version')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Version 1.1.0 is withdrawn')).toBeVisible()
  await expect(page.getByText('The only version that is offered')).toBeVisible()
  // The form goes on from there.
  await expect(page.getByLabel('Version', { exact: true })).toHaveValue('1.0.0')

  await visitor.reload()
  await expect(versions.first()).toContainText('1.1.0')
  await expect(versions.first()).toContainText('Withdrawn')
  await expect(versions.first()).toContainText('The comet was broken.')
  await expect(versions.first().getByRole('link')).toHaveCount(0)
  await expect(versions.nth(1)).toContainText('Present')
  const download = visitor.getByRole('link', { name: 'Download source file' })
  await expect(download).not.toHaveAttribute('href', address)
  expect((await visitor.request.get(address)).status()).toBe(200)

  await page.getByRole('button', { name: 'Offer version 1.1.0 again' }).click()
  await expect(page.getByText('Version 1.1.0 is offered again')).toBeVisible()
  await visitor.reload()
  await expect(download).toHaveAttribute('href', address)
  await visitor.context().close()
})
