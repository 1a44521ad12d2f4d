import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'
import { z } from 'zod'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { buildContainer, buildStandardFile } from '#tests/support/containers.ts'
import { expectNoAxeFaults } from './axe.ts'
import { container, fillIn, picture, viewPublished } from './form.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

const MB = 1024 * 1024
type FilePayload = Awaited<ReturnType<typeof container>>
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Presses Tab until `goal` has the focus. @returns the number of presses. */
async function tabTo(page: Page, goal: Locator): Promise<number> {
  for (let presses = 1; presses <= 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await goal.evaluate((element) => element === document.activeElement)) return presses
  }
  throw new Error(`Tab does not reach ${String(goal)}`)
}

test('a project is published with the keyboard alone on a phone-sized screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { username } = await register(page)
  await page.goto('/home/user/uploadicon')
  await expect(page.getByLabel('Title')).toBeVisible()
  const begun = Date.now()
  let presses = 0
  const reach = async (goal: Locator) => {
    presses += await tabTo(page, goal)
  }
  const press = async (key: string) => {
    await page.keyboard.press(key)
    presses += 1
  }
  // Intercepts file choosers throughout: enabled per chooser, it may take effect after the key.
  page.on('filechooser', () => undefined)
  async function choose(label: string, file: FilePayload) {
    await reach(page.getByLabel(new RegExp(`^${label}: `)))
    const chooser = page.waitForEvent('filechooser')
    await press('Space')
    await (await chooser).setFiles(file)
  }
  await choose('File', await container('.iconpack', 'sun', 'moon'))
  await expect(page.getByText('mine.iconpack, ')).toBeVisible()
  await reach(page.getByLabel('Title'))
  await page.keyboard.type(`By keys of ${username}`)
  await choose('Cover', await picture('wide.png', 900))
  const dialog = page.getByRole('dialog', { name: 'Which part is shown?' })
  await expect(dialog).toBeVisible()
  await reach(dialog.getByRole('button', { name: 'Use this part' }))
  await press('Enter')
  await expect(page.getByLabel('Cover: Choose')).toBeFocused()
  await expect(page.getByLabel('What does it show?')).toHaveCount(1)
  await choose('Gallery', await picture('one.png'))
  await expect(page.getByLabel('What does it show?')).toHaveCount(2)
  await reach(page.getByLabel('Description'))
  await page.keyboard.type('Made **without** a mouse.')
  await reach(page.getByLabel('Category'))
  await page.keyboard.type('Nat')
  await reach(page.getByRole('button', { name: 'Publish', exact: true }))
  await press('Enter')
  await viewPublished(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`By keys of ${username}`)
  const cover = page.getByRole('article').locator('img').first()
  const { width, height } = await cover.evaluate((element) => ({
    width: Number(element.getAttribute('width')),
    height: Number(element.getAttribute('height')),
  }))
  expect(Math.abs(width / height - 1.6)).toBeLessThan(0.02)
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  console.log(`A publication by keyboard: ${presses} keys besides the text, ${seconds} s.`)
})

test(
  'the manifest of an archive fills empty fields and keeps typed values',
  { tag: '@long' },
  async ({ page }) => {
    const manifest = {
      format: 'iconpack',
      format_version: 1,
      name: 'Orchard of the file',
      version: '3.2.1',
      author: 'Ada',
      minimum_version: '1.4.0',
      license: 'MIT',
      source: { name: 'Orchard', author: 'Ada', url: 'https://example.com/' },
      icons: [{ name: 'sun', file: 'icons/sun.svg' }],
    }
    const buffer = buildContainer(manifest, ['icons/sun.svg'])
    await register(page)
    await page.goto('/home/user/uploadicon')
    await page.getByLabel('Version', { exact: true }).fill('7.0.0')
    const file = { name: 'x.iconpack', mimeType: 'application/zip', buffer }
    await page.getByLabel('File: Choose').setInputFiles(file)
    await expect(page.getByText('Title, version and licence were read from the file')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Orchard of the file')
    await expect(page.getByLabel('Minimum software version')).toHaveValue('1.4.0')
    await expect(page.getByLabel('Licence')).toHaveValue('MIT')
    await expect(page.getByLabel('Version', { exact: true })).toHaveValue('7.0.0')
  },
)

test(
  'several pictures are uploaded in sequence and reordered by dragging',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadprofile')
    const names = page.getByRole('button', { name: /^Remove/ })
    await page
      .getByLabel('Gallery: Add pictures')
      .setInputFiles([
        await picture('one.png'),
        await picture('two.png'),
        await picture('three.png'),
      ])
    await expect(names).toHaveCount(3)
    const items = page.getByRole('listitem').filter({ has: names })
    await items.nth(2).dragTo(items.nth(0))
    await expect(names.first()).toHaveAccessibleName('Remove three.png')
    await page.getByLabel('Gallery: Add pictures').setInputFiles(await picture('four.png'))
    await expect(page.getByText('You can upload up to 3 images')).toBeVisible()
  },
)

test(
  'older versions are listed with their notes and can be downloaded',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Versions of ${username}`)
    await page.goto(`/home/iconpack/detail/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Versions of ${username}`)
    await expect(page.getByRole('region', { name: 'Versions' })).toHaveCount(0)
    await page.goto(`/home/user/editicon?id=${id}`)
    await page.getByLabel('Title').fill('Half a title')
    await page.reload()
    await expect(page.getByText('Your draft was restored.')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Half a title')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByLabel('Title')).toHaveValue(`Versions of ${username}`)
    await page.getByLabel('File: Choose').setInputFiles(await container('.iconpack', 'star'))
    await expect(page.getByText(/^mine\.\w+, /)).toBeVisible()
    await page.getByLabel('Version', { exact: true }).fill('1.1.0')
    await page.getByLabel('What changed?').fill('A **star**.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/detail\//)
    const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem')
    await expect(versions).toHaveCount(2)
    await expect(versions.first()).toContainText('A star.')
    await expect(versions.first().locator('strong')).toHaveText('star')
    const older = versions.last().getByRole('link', { name: 'Download version 1.0.0' })
    const answer = await page.request.get((await older.getAttribute('href')) ?? '')
    const { buffer } = await container('.iconpack', 'sun')
    expect((await answer.body()).equals(buffer)).toBe(true)
    await page.goto(`/home/user/icon/${username}`)
    await expect(page.getByText('Views', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('img', { name: /^Downloads per day/ })).toBeVisible()
  },
)

test(
  'files of 12 and 99 MB are stored byte for byte; 101 MB are rejected before the upload starts',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(180_000)
    await register(page)
    await page.goto('/home/user/uploadprofile')
    const folder = await mkdtemp(path.join(os.tmpdir(), 'large-'))
    try {
      for (const size of [12, 99]) {
        // A standard archive is stored unchanged.
        const bytes = buildStandardFile('profile', size * MB, randomBytes(MB))
        const file = path.join(folder, `large-${size}.flexbar`)
        await writeFile(file, bytes)
        const answered = page.waitForResponse(/\/uploads\/[^/]+\/file$/, { timeout: 90_000 })
        await page.getByLabel('File: Choose').setInputFiles(file)
        const envelope = z.object({ data: uploadedFileSchema }).parse(await (await answered).json())
        expect(envelope.data).toMatchObject({ size: size * MB, sha256: sha256(bytes) })
        await expect(page.getByText(`large-${size}.flexbar, ${size} MB`)).toBeVisible()
        const back = await page.request.get(`/api/v1/file/${envelope.data.id}/x.flexbar`)
        expect(sha256(await back.body())).toBe(sha256(bytes))
      }
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.url()))
      const file = path.join(folder, 'large-101.flexbar')
      await writeFile(file, Buffer.alloc(101 * MB))
      await page.getByLabel('File: Choose').setInputFiles(file)
      await expect(page.getByText('large-101.flexbar: The file is too large')).toBeVisible()
      expect(sent.filter((url) => /\/file\/upload|\/uploads/.test(url))).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

test('axe finds no violations on the forms and on what follows a publication', async ({ page }) => {
  const { username } = await register(page)
  await page.goto('/home/user/uploadicon')
  await fillIn(page, 'icon', `Axe of ${username}`)
  await page.getByLabel('Gallery: Add pictures').setInputFiles(await picture('wide.png', 900))
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoAxeFaults(page, 'cutting a picture')
  await page.keyboard.press('Escape')
  await expectNoAxeFaults(page, 'a form that is filled in')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/\/published\//)
  await expectNoAxeFaults(page, 'what follows a publication')
  await page.goto('/home/user/uploadplugin')
  await expectNoAxeFaults(page, 'the form of a plugin')
})

test(
  'no input is lost when the session ends during editing: the creator signs in and continues',
  { tag: '@once' },
  async ({ page }) => {
    const { username, password } = await register(page)
    await page.goto('/home/user/uploadicon')
    await fillIn(page, 'icon', `Kept of ${username}`)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=%2Fhome%2Fuser%2Fuploadicon/)
    await page.getByLabel('Username or email').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your draft was restored.')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue(`Kept of ${username}`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Kept of ${username}`)
  },
)

test(
  'a retry after a lost response creates only one project',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await page.goto('/home/user/uploadicon')
    await fillIn(page, 'icon', `Once of ${username}`)
    let lost = 0
    await page.route('**/api/v1/icon', async (route) => {
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Upload failed!', { exact: true })).toBeVisible()
    await expect(page.getByText(/^The server can’t be reached/)).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue(`Once of ${username}`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL(/\/published\//)
    const answer = await page.request.get(`/api/v1/icon/list?author=${username}`)
    expect(await answer.json()).toMatchObject({ data: { total: 1 } })
  },
)
