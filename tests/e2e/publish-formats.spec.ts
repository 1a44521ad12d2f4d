import { createHash } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import { zip } from '#demo/archive.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { viewPublished } from './form.ts'
import { register, test, withoutScripts } from './people.ts'

/** As an application might save a project: an archive with entries of its own. */
const SAVED = await zip([
  { path: 'pages/0.bin', content: 'x'.repeat(200) },
  { path: 'state.db', content: 'SQLite format 3' },
])
const desk = { name: 'C# desk.flexbar', mimeType: 'application/octet-stream', buffer: SAVED }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The bytes that a link of the page leads to. */
async function bytesAt(page: Page, name: RegExp | string): Promise<Buffer> {
  const href = await page.getByRole('link', { name }).first().getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.status()).toBe(200)
  return answer.body()
}

test(
  'a saved project is published byte for byte, with a cover that shows its title',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await page.goto('/home/user/uploadprofile')
    await page.getByLabel('Title').fill(`Desk of ${username}`)
    await page.getByLabel('File: Choose').setInputFiles(desk)
    await expect(page.getByText('Its contents are not shown')).toBeVisible()
    await expect(page.getByText(`SHA-256 ${sha256(SAVED)}`)).toBeVisible()
    await page.getByText('2 files in the archive').click()
    await expect(page.getByText('state.db')).toBeVisible()
    await page.getByRole('button', { name: 'Layout 2' }).click()
    await expect(page.getByLabel('What does it show?')).toHaveCount(2)
    await page.getByLabel('Category').selectOption('video')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await viewPublished(page)
    await expect(page.getByRole('heading', { name: 'Contents not shown' })).toBeVisible()
    await page.getByText('2 files in the archive').click()
    await expect(page.getByText('state.db')).toBeVisible()
    expect((await bytesAt(page, /^Download source file/)).equals(SAVED)).toBe(true)
    await expect(page.getByRole('link', { name: /^Original file/ })).toHaveCount(0)
  },
)

test(
  'without scripts a saved project is published byte for byte',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const plain = await withoutScripts(page)
    await plain.goto('/home/user/uploadprofile')
    await plain.getByLabel('File: Choose').setInputFiles(desk)
    await plain.getByLabel('Title').fill(`Plain desk of ${username}`)
    await plain.getByLabel('Category').selectOption('video')
    await plain.getByRole('button', { name: 'Publish' }).click()
    await expect(plain.getByText('Its contents are not shown')).toBeVisible()
    await plain.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(plain)
    await expect(plain.getByRole('heading', { name: 'Contents not shown' })).toBeVisible()
    expect((await bytesAt(plain, /^Download source file/)).equals(SAVED)).toBe(true)
  },
)

test(
  'a zip of pictures is installed as a pack; its original and licence are beside it',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const { bytes } = await buildIconPack('sun', 'moon')
    await page.goto('/home/user/uploadicon')
    await page
      .getByLabel('File: Choose')
      .setInputFiles({ name: 'C# & co.zip', mimeType: 'application/zip', buffer: bytes })
    await expect(page.getByText('Installed as C# & co.iconpack')).toBeVisible()
    await page.getByLabel('Title').fill(`Shapes of ${username}`)
    await page.getByRole('button', { name: 'Layout 1' }).click()
    // Pictures are drawn once the icons of the file are prepared.
    await expect(page.getByLabel('What does it show?')).toHaveCount(3, { timeout: 30_000 })
    await page.getByLabel('Category').selectOption('nature')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await viewPublished(page)
    const original = await bytesAt(page, /^Original file/)
    expect(original.equals(bytes)).toBe(true)
    const installed = await bytesAt(page, /^Download source file/)
    expect(installed.equals(bytes)).toBe(false)
    for (const hash of [sha256(original), sha256(installed)]) {
      await expect(page.getByText(hash)).toBeVisible()
    }
    expect((await bytesAt(page, 'Licence and credits')).toString()).toContain(username)
  },
)
