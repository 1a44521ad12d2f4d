import { devices, expect, type Page, test } from 'playwright/test'
import { paths } from '#lib/paths.ts'
import { useScripts } from './intent.ts'
import { readList } from './lists.ts'

const PHONE = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }
const install = (page: Page) => page.getByRole('link', { name: /^Install into/ })
const send = (page: Page) => page.getByRole('button', { name: 'Send to my computer' })

/** Opens the page of the first icon pack. @returns the pack. */
async function openPack(page: Page) {
  const [listed] = (await readList(page, 'icon/list?limit=1')).items
  if (!listed) throw new Error('the catalogue has no icon pack')
  await page.goto(paths.detail(listed))
  return listed
}

test('the page begins with the tagline; tags lead to a search, and the description stands above the icons', async ({
  page,
}) => {
  const { tagline, tags } = await openPack(page)
  await expect(page.getByRole('main').getByText(tagline, { exact: true })).toBeVisible()
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.indexOf('Description')).toBeLessThan(headings.indexOf('Icons in this pack'))
  const link = page.getByRole('list', { name: 'Tags' }).getByRole('link').first()
  await expect(link).toHaveText(tags[0] ?? '')
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/home/search\\?q=${encodeURIComponent(tags[0] ?? '')}`))
})

test(
  'the download tells the ending and the size of the file',
  { tag: '@long' },
  async ({ page }) => {
    await openPack(page)
    await expect(page.getByRole('link', { name: 'Download source file' })).toHaveAccessibleName(
      /^Download source file \.iconpack · [\d.,]+ [kM]B$/,
    )
  },
)

test(
  'help opens where the application does not take the focus',
  { tag: '@long' },
  async ({ page }) => {
    await openPack(page)
    await useScripts(page)
    const help = page.locator('details[data-unopened]')
    await expect(help).not.toHaveAttribute('open')
    await install(page).click()
    await expect(help).toHaveAttribute('open')
    await expect(help.getByText(/didn’t open\?$/)).toBeVisible()
    await expect(help.getByRole('link', { name: 'How to fix it' })).toBeVisible()
  },
)

test('a press of Install that is the first sign of a visitor is counted, and opens the help', async ({
  page,
}) => {
  const pack = await openPack(page)
  const counted = page.waitForRequest(
    (request) => request.method() === 'POST' && request.postDataJSON().event === 'install',
  )
  // Without a pointer that moves over the page before.
  await install(page).dispatchEvent('click')
  expect((await counted).postDataJSON()).toEqual({ kind: 'icon', id: pack.id, event: 'install' })
  await expect(page.locator('details[data-unopened]')).toHaveAttribute('open')
})

test(
  'help stays closed where the application takes the focus',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install()
    await openPack(page)
    await useScripts(page)
    await install(page).click()
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    await page.clock.runFor(5000)
    await expect(page.locator('details[data-unopened]')).not.toHaveAttribute('open')
  },
)

test('a phone sends the page to a computer instead of installing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const pack = await openPack(page)
  await useScripts(page)
  await expect(install(page)).toBeHidden()
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await send(page).click()
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}${paths.detail(pack)}`,
  )
  await context.close()
})

test(
  'a phone without scripts, and a computer, are offered the installation',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    await openPack(page)
    await expect(install(page)).toBeVisible()
    await expect(send(page)).toBeHidden()
    const context = await browser.newContext({
      ...PHONE,
      javaScriptEnabled: false,
      ...(baseURL && { baseURL }),
    })
    const phone = await context.newPage()
    await openPack(phone)
    await expect(install(phone)).toBeVisible()
    await expect(send(phone)).toBeHidden()
    await context.close()
  },
)

test('the page of a plugin lists in words what it may do; one of the first generation may do everything', async ({
  page,
}) => {
  const { items } = await readList(page, 'plugin/list?limit=100')
  const open = async (title: string) => {
    const plugin = items.find((item) => item.title === title)
    if (!plugin) throw new Error(`the catalogue has no plugin ${title}`)
    await page.goto(paths.detail(plugin))
    return page.getByRole('region', { name: 'What it can do' })
  }
  const second = await open('NeteaseMusicLinkEssentials')
  await expect(second.getByRole('listitem')).toHaveText([
    'FilesReads, writes and deletes files on your computer.',
    'SystemReads information about processor, memory and operating system.',
  ])
  await expect(second).toContainText('It also uses a log.')
  await expect(second).toContainText('yes: it runs outside the application’s protection')
  await expect(second.getByText('win32-x64')).toBeVisible()
  const first = await open('Example')
  await expect(first).toContainText('declare no permissions: this one can do everything')
})
