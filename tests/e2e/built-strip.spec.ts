import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { expect, type Page, test } from 'playwright/test'
import { fromBufferPromise } from 'yauzl'
import { addStyle } from './add-style.ts'
import { axeFaults } from './axe.ts'
import { overflow } from './eye.ts'
import { useScripts } from './intent.ts'
import { readList } from './lists.ts'

async function openPack(page: Page) {
  const { items } = await readList(page, 'index/search?q=Barometer')
  await page.goto(`/home/iconpack/detail/${items[0]?.id}`)
  await useScripts(page)
}
const bar = (page: Page) => page.locator('.strip-bar')
const start = (page: Page) => page.getByRole('button', { name: 'Build a strip' })
/** The buttons that add icons. */
const adders = (page: Page) => page.getByRole('button', { name: /^Add .* to your strip$/ })

async function collect(page: Page, count: number) {
  await openPack(page)
  await start(page).click()
  for (let at = 0; at < count; at += 1) await adders(page).nth(at).click()
}

/** Entries of a downloaded file, by name. */
async function download(page: Page, name: string) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name }).press('Enter')
  const file = await downloading
  const archive = await fromBufferPromise(await readFile(await file.path()))
  const entries: Record<string, string> = {}
  for await (const entry of archive.eachEntry()) {
    entries[entry.fileName] = await text(await archive.openReadStreamPromise(entry))
  }
  return { name: file.suggestedFilename(), entries }
}

test('icons are collected, ordered, labelled and downloaded by keyboard', async ({ page }) => {
  await openPack(page)
  await start(page).press('Enter')
  await expect(start(page)).toHaveAttribute('aria-pressed', 'true')
  await adders(page).first().press('Enter')
  await adders(page).nth(1).press('Space')
  await adders(page).nth(2).press('Space')
  await expect(bar(page)).toHaveText('Your strip: 3 of 60')
  expect(await axeFaults(page)).toEqual([])
  await bar(page).getByRole('link').press('Enter')
  await expect(page).toHaveURL('/home/strip')
  const labels = page.getByRole('textbox', { name: /^Label of key/ })
  await expect(labels).toHaveCount(3)
  const names = () =>
    labels.evaluateAll((fields) => fields.map((one) => one.getAttribute('placeholder')))
  const [first, second, third] = await names()
  const said = page.locator('[data-announcer]')
  const press = (key: string) => page.keyboard.press(key)
  // The focus goes with the key.
  await page.getByRole('button', { name: `Move ${first} to the right` }).press('Enter')
  await press('Enter')
  expect(await names()).toEqual([second, third, first])
  await expect(said).toContainText(`${first} moved to position 3 of 3`)
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.press('Enter')
  await press('Enter')
  expect(await names()).toEqual([first, second, third])
  await expect(said).toContainText('Undone')
  // The focus stays, for there is more to do.
  await expect(undo).toBeFocused()
  await expect(undo).toBeDisabled()

  // What is typed into one field is one step.
  await labels.first().pressSequentially('Today')
  await labels.nth(1).pressSequentially('Later')
  await expect(page.getByRole('group', { name: 'Your strip' })).toMatchAriaSnapshot(`
    - list:
      - listitem: Today
      - listitem: Later
      - listitem: ${third}
  `)
  await undo.press('Enter')
  await expect(labels.nth(1)).toHaveValue('')
  await expect(labels.first()).toHaveValue('Today')

  await page.getByRole('button', { name: `Remove ${third}` }).press('Enter')
  await expect(said).toContainText(`${third} removed, 2 left`)
  await expect(page.getByRole('button', { name: `Remove ${second}` })).toBeFocused()
  await press('Enter')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible()
  await expect(undo).toBeFocused()
  for (let at = 0; at < 2; at += 1) await press('Enter')
  expect(await names()).toEqual([first, second])
  expect(await axeFaults(page)).toEqual([])

  await page.getByRole('textbox', { name: 'Title' }).fill('My desk')
  const saved = await download(page, 'Download as page')
  expect(saved.name).toBe('My desk.flexpage')
  expect(JSON.parse(saved.entries['manifest.json'] ?? '')).toMatchObject({
    name: 'My desk',
    pages: [{ keys: [{ label: 'Today' }, { label: '' }] }],
  })
  expect(saved.entries['LICENSE.txt']).toContain('Barometer')
  expect((await download(page, 'Download as icon pack')).name).toBe('My desk.iconpack')
})

test(
  'icons are collected in a search, and ordered by dragging',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/home/search?q=cloud&kind=icon&view=icons')
    await useScripts(page)
    const tile = page.locator('.found-icon').first()
    await tile.hover()
    await tile.getByRole('button', { name: /^Add .* to your strip$/ }).click()
    await adders(page).nth(1).press('Enter')
    await adders(page).nth(2).press('Enter')
    await expect(bar(page)).toHaveText('Your strip: 3 of 60')
    expect(await axeFaults(page)).toEqual([])
    await bar(page).click()
    const labels = page.getByRole('textbox', { name: /^Label of key/ })
    await expect(labels).toHaveCount(3)
    const names = () =>
      labels.evaluateAll((fields) => fields.map((one) => one.getAttribute('placeholder')))
    const [first, second, third] = await names()
    const rows = page.getByRole('listitem').filter({ has: labels })
    await rows.nth(0).dragTo(rows.nth(2), { sourcePosition: { x: 4, y: 4 } })
    await expect.poll(names).toEqual([second, third, first])
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await names()).toEqual([first, second, third])
  },
)

test(
  'the strip is on every page before scripts run, in a place that is reserved',
  { tag: '@long' },
  async ({ page }) => {
    await collect(page, 3)
    await page.goto('/home/faq')
    await expect(bar(page)).toHaveText('Your strip: 3 of 60')
    await expect(page.locator('body')).toHaveCSS('padding-bottom', '72px')
    await bar(page).click()
    await page.getByRole('button', { name: 'Remove all' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible()
    await expect(page.locator('[data-announcer]')).toContainText('All keys removed')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Label of key/ })).toHaveCount(3)
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.goto('/home/faq')
    await expect(bar(page)).toHaveCount(0)
    await expect(page.locator('body')).toHaveCSS('padding-bottom', '0px')
  },
)

test('a strip has at most 60 keys', { tag: '@long' }, async ({ page }) => {
  await collect(page, 1)
  await page.evaluate(() => {
    const { keys, ...rest } = JSON.parse(localStorage.getItem('strip') ?? '{}')
    localStorage.setItem('strip', JSON.stringify({ ...rest, keys: Array(60).fill(keys[0]) }))
  })
  await page.reload()
  await useScripts(page)
  await expect(bar(page)).toHaveText('Your strip: 60 of 60')
  await adders(page).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Your strip: 60 of 60' })).toBeAttached()
  await expect(bar(page)).toHaveText('Your strip: 60 of 60')
})

test(
  'with text at 200 % the strip does not scroll the page sideways on a phone (1.4.4)',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await collect(page, 2)
    await page.goto('/home/strip')
    await expect(page.getByRole('textbox', { name: /^Label of key/ })).toHaveCount(2)
    await addStyle(page, 'html { font-size: 200% }')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    for (const field of await page.getByRole('textbox', { name: /^Label of key/ }).all()) {
      expect((await field.boundingBox())?.width).toBeGreaterThan(150)
    }
  },
)

test(
  'an icon that is no longer offered is named as the reason, and nothing is lost',
  { tag: '@long' },
  async ({ page }) => {
    await collect(page, 1)
    await page.evaluate(() => {
      const strip = JSON.parse(localStorage.getItem('strip') ?? '{}')
      strip.keys[0].icon = 'no-such-icon'
      localStorage.setItem('strip', JSON.stringify(strip))
    })
    await page.goto('/home/strip')
    await page.getByRole('button', { name: 'Download as page' }).click()
    await expect(page.getByText('An icon is no longer offered. Remove its key.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Label of key/ })).toHaveCount(1)
  },
)

test(
  'a stored strip that is damaged or foreign counts as an empty one',
  { tag: '@long' },
  async ({ page }) => {
    for (const stored of [
      'no JSON',
      '{"keys":[{"pack":"a","icon":"b","url":"https://evil.example/x.svg"}]}',
    ]) {
      await page.goto('/home/strip')
      await page.evaluate((value) => localStorage.setItem('strip', value), stored)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible()
    }
  },
)

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test(
    'icons are collected, and the bar is above the actions of the project',
    { tag: '@long' },
    async ({ page }) => {
      await openPack(page)
      await start(page).tap()
      await adders(page).first().tap()
      await expect(bar(page)).toHaveText('Your strip: 1 of 60')
      const foot = await bar(page).boundingBox()
      const actions = await page.locator('[data-thumb-bar]').boundingBox()
      expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(actions?.y ?? 0)
      await bar(page).tap()
      await expect(page.getByRole('textbox', { name: /^Label of key 1/ })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    },
  )
})
