import { expect } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import {
  edit,
  save,
  saved,
  said,
  projectOf,
  versionsOf,
  holdUploads,
  writesOf,
  newFile,
} from './edit.ts'
import { picture } from './form.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

test(
  'saving during an upload waits for the upload and publishes the new file as the new version',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Waits of ${username}`)
    const before = await projectOf(page, id)
    await edit(page, id)
    const go = await holdUploads(page)
    const writes = writesOf(page)
    await page.getByLabel('File: Choose').setInputFiles(await newFile())
    await page.getByLabel('Version', { exact: true }).fill('1.1.0')
    await save(page)
    const waiting = page.getByRole('button', { name: 'Waiting for uploads…' })
    await expect(waiting).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'mine.iconpack' }).last()).toBeVisible()
    await expectNoAxeFaults(page, 'a waiting form')
    // A second click does nothing.
    await waiting.click({ force: true })
    expect(writes).toEqual([])
    go('continue')
    await saved(page)
    expect(writes).toEqual(['PUT'])
    const [newest, first] = await versionsOf(page, id)
    expect(newest).toMatchObject({ version: '1.1.0' })
    expect(newest?.file?.sha256).not.toBe(before.file?.sha256)
    expect(first?.file?.sha256).toBe(before.file?.sha256)
  },
)

test(
  'an upload that is cancelled while the form waits is reported, and nothing is saved',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Cancelled of ${username}`)
    await edit(page, id)
    const go = await holdUploads(page)
    const writes = writesOf(page)
    await page.getByLabel('Version', { exact: true }).fill('1.1.0')
    await page.getByLabel('File: Choose').setInputFiles(await newFile())
    await save(page)
    await expect(page.getByRole('button', { name: 'Waiting for uploads…' })).toBeVisible()
    await page.getByRole('group', { name: 'File' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(said(page, 'The upload of mine.iconpack was cancelled.')).toBeVisible()
    go('continue')
    expect(writes).toEqual([])
    expect(await projectOf(page, id)).toMatchObject({ version: '1.0.0' })
  },
)

test(
  'an upload that fails while the form waits is reported, and nothing is saved',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Fails of ${username}`)
    await edit(page, id)
    const go = await holdUploads(page)
    const writes = writesOf(page)
    await page.getByLabel('Version', { exact: true }).fill('1.1.0')
    await page.getByLabel('File: Choose').setInputFiles(await newFile())
    await save(page)
    await expect(page.getByRole('button', { name: 'Waiting for uploads…' })).toBeVisible()
    go('abort')
    const refusal = 'mine.iconpack wasn’t uploaded, so nothing was saved.'
    await expect(said(page, refusal)).toBeVisible()
    await expect(page.getByLabel('File: Choose')).toBeFocused()
    // Later attempts save nothing either, with or without the failed file.
    await save(page)
    await expect(said(page, refusal)).toBeVisible()
    await page.getByRole('group', { name: 'File' }).getByRole('button', { name: 'Cancel' }).click()
    await save(page)
    await expect(page.getByText(/^A new version needs a new file/)).toBeVisible()
    expect(writes).toEqual([])
    expect(await projectOf(page, id)).toMatchObject({ version: '1.0.0' })
  },
)

test(
  'validation errors show immediately during an upload, and waiting can be cancelled',
  { tag: '@long' },
  async ({ page }) => {
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
    await page.getByLabel('Gallery: Add pictures').setInputFiles(await picture('one.png'))
    const writes = writesOf(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Don’t send yet' }).click()
    go('continue')
    await expect(page.getByLabel('What does it show?')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
    expect(writes).toEqual([])
  },
)

type Refusal = [status: number, answer: object, message: RegExp]

test(
  'known errors are in the language of the page; unknown ones show the server’s message',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await page.goto('/de/home/user/uploadicon')
    const answers: Refusal[] = [
      [429, { reason: 'too_many', message: 'Too many.' }, /Zu viele Versuche in kurzer Zeit/],
      [
        503,
        { reason: 'disk_full', message: 'No room.' },
        /Der Server hat im Moment keinen freien Speicherplatz/,
      ],
      [413, { message: 'Too large.' }, /Das ist mehr, als der Server annimmt/],
      [418, { reason: 'teapot', message: 'Short and stout.' }, /Short and stout\./],
    ]
    await page.getByLabel('Datei: Auswählen').setInputFiles(await newFile())
    await page.getByLabel('Titel', { exact: true }).fill(`Refused of ${username}`)
    await page.getByLabel('Titelbild: Auswählen').setInputFiles(await picture())
    await page.getByLabel('Galerie: Bilder hinzufügen').setInputFiles(await picture('one.png'))
    await page.getByLabel('Kategorie').selectOption('nature')
    for (const [code, answer, message] of answers) {
      const body = { json: { code, data: null, ...answer } }
      await page.route('**/api/v1/icon', (route) => route.fulfill({ status: code, ...body }))
      await page.getByRole('button', { name: 'Veröffentlichen' }).click()
      await expect(said(page, message)).toBeVisible()
      await page.unroute('**/api/v1/icon')
    }
  },
)

test(
  'known errors of uploads are in the language of the page; unknown ones show the server’s message',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/de/home/user/uploadicon')
    const uploads: Refusal[] = [
      [429, { reason: 'too_many', message: 'Too many.' }, /Zu viele Versuche in kurzer Zeit/],
      [
        503,
        { reason: 'disk_full', message: 'No room.' },
        /Auf dem Server ist im Moment kein Platz für die Datei/,
      ],
      [418, { reason: 'teapot', message: 'Short and stout.' }, /Short and stout\./],
    ]
    for (const [code, answer, message] of uploads) {
      const body = { json: { code, data: null, ...answer } }
      await page.route('**/api/v1/file/upload', (route) => route.fulfill({ status: code, ...body }))
      await page.getByLabel(/^Datei: /).setInputFiles(await newFile())
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
      await page.unroute('**/api/v1/file/upload')
    }
  },
)

test('character counters use the same unit as the limits', { tag: '@long' }, async ({ page }) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  await page.getByLabel('Description').fill('🌱'.repeat(8192))
  await expect(page.getByText('Markdown. 0 of 8192 characters left.')).toBeVisible()
  await page.getByLabel('Title').fill('👩'.repeat(200))
  await expect(page.getByText('0 of 200 characters left.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Category is required')).toBeVisible()
  await expect(page.getByText('Max 8192 characters')).toHaveCount(0)
  await page.getByLabel('Title').fill('👩'.repeat(201))
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/^Max 200 characters/)
  await expect(page.getByLabel('Title')).toHaveValue('👩'.repeat(201))
})
