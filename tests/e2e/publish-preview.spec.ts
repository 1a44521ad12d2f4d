import { expect, type FrameLocator, type Page } from 'playwright/test'
import { paths } from '#lib/paths.ts'
import { buildContainer, buildKey, buildManifest } from '#tests/support/containers.ts'
import { fillIn, picture, viewPublished } from './form.ts'
import { publishByApi } from './own-projects.ts'
import { register, test, withoutScripts } from './people.ts'

const HOSTILE =
  '<script>window.planted=1</script><img src=x onerror="window.planted=1">\n\n**ripe**'

/** A profile with a page of one labelled key. */
const profile = () => ({
  name: 'desk.flexbar',
  mimeType: 'application/zip',
  buffer: buildContainer(
    buildManifest('profile', {
      pages: [{ id: 'one', name: 'Main', keys: [buildKey({ label: 'Record' })] }],
    }),
    [],
  ),
})

/** Opens the preview of the form with scripts. */
async function openPreview(page: Page) {
  await page.getByRole('button', { name: 'See the whole page' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  return { dialog, frame: dialog.frameLocator('iframe') }
}

async function expectInert(preview: FrameLocator | Page) {
  await expect(preview.getByText('Nobody else can see this page.')).toBeVisible()
  await expect(preview.getByRole('button', { name: /^Install/ })).toBeDisabled()
  await expect(preview.getByRole('button', { name: /^Download/ })).toBeDisabled()
}

/** The address of the open preview. */
const addressOf = async (page: Page) =>
  (await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')) ?? ''

test('a profile shows its strip in the preview before it is published', async ({ page }) => {
  await register(page)
  await page.goto('/home/user/uploadprofile')
  await page.getByLabel('File: Choose').setInputFiles(profile())
  await expect(page.getByText('desk.flexbar, ')).toBeVisible()
  await page.getByLabel('Title').fill('Desk of plums')
  await page.getByLabel('Tagline').fill('Fruit for keys')
  await page.getByLabel('Description').fill(HOSTILE)
  const { dialog, frame } = await openPreview(page)
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Desk of plums')
  await expect(frame.getByText('Fruit for keys')).toBeVisible()
  await expect(frame.locator('.strip-view').getByText('Record').first()).toBeVisible()
  await expect(frame.locator('.facts')).toContainText('SHA-256')
  await expectInert(frame)

  await expect(frame.locator('.prose strong')).toHaveText('ripe')
  await expect(frame.locator('.prose').locator('script, img')).toHaveCount(0)
  expect(await frame.locator('html').evaluate(() => 'planted' in window)).toBe(false)
  await expect(frame.locator('header').first()).toBeHidden()

  await frame.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'See the whole page' })).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveValue('Desk of plums')
})

test(
  'an icon pack shows its icons in the preview, which finds them by name',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadicon')
    await fillIn(page, 'icon', 'Previewed plums')
    const { frame } = await openPreview(page)
    await expect(frame.locator('#icon-sun')).toBeVisible()
    await expect(frame.getByRole('region', { name: 'Gallery' }).getByRole('img')).toHaveCount(2)
    const contents = page.waitForResponse('**/api/v1/file/*/contents')
    await frame.getByRole('searchbox', { name: 'Filter' }).fill('moo')
    expect((await contents).status()).toBe(200)
    await expect(frame.locator('#icon-moon')).toBeVisible()
    await expect(frame.locator('#icon-sun')).toBeHidden()
  },
)

test('links of the preview open in a tab of their own', async ({ page, context }) => {
  const { username } = await register(page)
  await page.goto('/home/user/uploadicon')
  const { frame } = await openPreview(page)
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Untitled')
  const opened = context.waitForEvent('page')
  await frame.getByRole('link', { name: username }).click()
  await expect(await opened).toHaveURL(new RegExp(`/home/author/${username}`))
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Untitled')
})

test(
  'an unchanged form is kept once; a preview that cannot be kept can be tried again',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadicon')
    await page.route('**/api/v1/account/forms', (route) => route.abort())
    const first = await openPreview(page)
    await expect(first.dialog.getByText('The server can’t be reached')).toBeVisible()
    await page.unroute('**/api/v1/account/forms')
    await first.dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(first.frame.getByRole('heading', { level: 1 })).toBeVisible()
    const address = await addressOf(page)
    await first.dialog.getByRole('button', { name: 'Close' }).click()

    await openPreview(page)
    expect(await addressOf(page)).toBe(address)
    await page.keyboard.press('Escape')
    await page.getByLabel('Title').fill('Changed')
    const { frame } = await openPreview(page)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Changed')
    expect(await addressOf(page)).not.toBe(address)
  },
)

test('a preview is visible to its author alone, is in no cache and no index, and only this site frames it', async ({
  page,
  browser,
}) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  await openPreview(page)
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
  const address = await addressOf(page)
  const own = await page.request.get(address)
  expect(own.status()).toBe(200)
  expect(own.headers()['cache-control']).toContain('no-store')
  expect(own.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(own.headers()['x-frame-options']).toBe('SAMEORIGIN')
  expect(await own.text()).toContain('noindex')
  expect(await own.text()).not.toContain('application/ld+json')

  const other = await browser.newPage()
  await register(other)
  expect((await other.request.get(address)).status()).toBe(404)
  await other.context().clearCookies()
  await other.goto(address)
  await expect(other).toHaveURL(/\/login\?/)
})

test(
  'the preview of an edit has the changes, and the project stays as it is',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    const id = await publishByApi(page, 'Plums as they were')
    await page.goto(paths.edit('icon', { id }))
    await page.getByLabel('Title').fill('Plums as they will be')
    const { frame } = await openPreview(page)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Plums as they will be')
    await expect(frame.locator('#icon-sun')).toBeVisible()
    await page.goto(paths.detail({ kind: 'icon', id }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plums as they were')
  },
)

test(
  'the card of the form has the parts of the card that lists will show',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await page.goto('/home/user/uploadicon')
    await fillIn(page, 'icon', `Card of ${username}`)
    await page.getByLabel('Tagline').fill('')
    await page
      .getByLabel('Description')
      .fill('# About\n\nA first sentence of **some** length, to see. More.')
    const card = page.getByRole('complementary', { name: 'Preview' }).getByRole('article')
    const about = card.locator('.card-about')
    await expect(about).toHaveText('A first sentence of some length, to see.')
    const before = await partsOf(page, '[aria-label="Preview"] .card')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await viewPublished(page)
    await page.goto('/home/iconpack?sort=recent')
    await expect(page.locator('.card', { hasText: username }).first()).toBeVisible()
    expect(before).toEqual(await partsOf(page, `.card:has(.card-by:text-is("${username}"))`))
  },
)

/** Element and class of each part of a card, with its text except for the title. */
const partsOf = (page: Page, card: string) =>
  page
    .locator(card)
    .first()
    .evaluate((element) =>
      [...element.querySelectorAll(':scope > *, .card-facts > *')].map((part) => {
        const isTitle = /^H\d$/.test(part.tagName)
        const isFacts = part.classList.contains('card-facts')
        return [
          isTitle ? 'title' : `${part.tagName}.${part.className}`,
          isFacts ? '' : part.textContent,
        ]
      }),
    )

test('without scripts the preview needs no valid form, and leads back to the form with everything kept', async ({
  page,
}) => {
  await register(page)
  const plain = await withoutScripts(page)
  await plain.goto('/home/user/uploadprofile')
  await plain.getByLabel('File: Choose').setInputFiles(profile())
  await plain.getByLabel(/^Tagline/).fill('Fruit for keys')
  await plain.getByLabel(/^Description/).fill(HOSTILE)
  await plain.getByLabel('Gallery: Add pictures').setInputFiles(await picture('one.png'))
  await plain.getByRole('button', { name: 'See the whole page' }).click()
  await expect(plain).toHaveURL(/\/home\/user\/preview\//)
  await expect(plain.locator('.strip-view').getByText('Record').first()).toBeVisible()
  await expect(plain.getByText('Fruit for keys')).toBeVisible()
  await expect(plain.locator('.prose strong')).toHaveText('ripe')
  await expect(plain.locator('.prose').locator('script, img')).toHaveCount(0)
  await expectInert(plain)

  await plain.getByRole('link', { name: 'Back to the form' }).click()
  await expect(plain.getByText('desk.flexbar, ')).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Remove one.png' })).toBeVisible()
  await expect(plain.getByLabel(/^Tagline/)).toHaveValue('Fruit for keys')
  await expect(plain.getByText('Nothing has been saved yet.')).toHaveCount(0)
})

test(
  'without scripts a refused file is reported in place of the preview',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    const plain = await withoutScripts(page)
    await plain.goto('/home/user/uploadprofile')
    await plain.getByLabel(/^Title/).fill('Wrong file')
    await plain
      .getByLabel('File: Choose')
      .setInputFiles({ name: 'x.flexbar', mimeType: '', buffer: Buffer.from('plain text') })
    await plain.getByRole('button', { name: 'See the whole page' }).click()
    await expect(
      plain.getByRole('alert').getByRole('link', { name: 'File', exact: true }),
    ).toBeVisible()
    await expect(plain.getByLabel(/^Title/)).toHaveValue('Wrong file')
  },
)

test(
  'without scripts the preview of an edit leads back to the edit, with what was changed',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    const id = await publishByApi(page, 'Plums as they were')
    const plain = await withoutScripts(page)
    await plain.goto(paths.edit('icon', { id }))
    await plain.getByLabel(/^Title/).fill('Plums as they will be')
    await plain.getByRole('button', { name: 'See the whole page' }).click()
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Plums as they will be')
    await expect(plain.locator('#icon-sun')).toBeVisible()
    await plain.getByRole('link', { name: 'Back to the form' }).click()
    await expect(plain.getByLabel(/^Title/)).toHaveValue('Plums as they will be')
    await plain.getByRole('button', { name: 'Save' }).click()
    await expect(plain).toHaveURL(new RegExp(`/detail/${id}$`))
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Plums as they will be')
  },
)
