import { expect, type Locator, type Page, test } from 'playwright/test'
import { z } from 'zod'
import { packIconsSchema } from '#lib/contract/search.ts'
import { ELSEWHERE, HOSTILE_SVGS } from '#tests/support/hostile-svgs.ts'
import { axeFaults } from './axe.ts'
import { useScripts } from './intent.ts'
import { readList } from './lists.ts'

const PACK = 'Barometer'

async function goToPack(page: Page) {
  const found = await readList(page, `index/search?q=${PACK}`)
  const id = found.items[0]?.id ?? ''
  await page.goto(`/home/iconpack/detail/${id}`)
  return id
}

/** A property of the drawing on a tile, which the style sheet shows. */
const drawingStyle = (ground: Locator, property: string) =>
  ground.evaluate(
    (element, name) => getComputedStyle(element, '::before').getPropertyValue(name),
    property,
  )

for (const scripts of [true, false]) {
  test.describe(scripts ? 'project contents' : 'project contents without JavaScript', () => {
    test.use({ javaScriptEnabled: scripts })

    test(
      'show every icon of a pack, in a larger size and on another background',
      { tag: scripts ? '@long' : [] },
      async ({ page }) => {
        const id = await goToPack(page)
        const section = page.getByRole('region', { name: 'Icons in this pack' })
        const answer = await page.request.get(`/api/v1/icon/${id}/icons`)
        const { items } = z.object({ data: packIconsSchema }).parse(await answer.json()).data
        await expect(section.getByRole('listitem')).toHaveCount(items.length)
        const ground = section.locator('.icon-ground').first()
        await expect.poll(() => drawingStyle(ground, 'width')).toBe('28px')
        await section.getByText('L', { exact: true }).click()
        await expect.poll(() => drawingStyle(ground, 'width')).toBe('72px')
        await section.getByText('Light', { exact: true }).click()
        await expect(ground).toHaveCSS('background-color', 'rgb(255, 255, 255)')
        expect(await drawingStyle(ground, 'background-color')).toBe('rgb(31, 27, 22)')
      },
    )

    test('offer a single icon as a download', { tag: scripts ? [] : '@long' }, async ({ page }) => {
      await goToPack(page)
      const tile = page.locator('#icon-umbrella')
      await tile.hover()
      const downloading = page.waitForEvent('download')
      await tile.getByRole('link', { name: 'Download umbrella as SVG' }).click()
      expect((await downloading).suggestedFilename()).toBe('umbrella.svg')
    })

    test(
      'draw the strip of a profile, each key with its action',
      { tag: scripts ? '@long' : [] },
      async ({ page }) => {
        const [profile] = (await readList(page, 'profile/list?limit=1')).items
        await page.goto(`/home/profile/detail/${profile?.id}`)
        const section = page.getByRole('region', { name: 'Try it' })
        const keys = section.getByRole('list').getByRole('listitem').filter({ hasText: 'Presses' })
        expect(await keys.count()).toBeGreaterThan(3)
        const strip = section.getByRole('group', { name: /^Page:/ }).first()
        const width = () => strip.evaluate((element) => element.scrollWidth)
        const fits = () =>
          strip.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)
        await expect.poll(fits).toBe(true)
        await section.getByText('1×').click()
        await expect.poll(width).toBeGreaterThan(2170)
        const actual = await width()
        await section.getByText('2×').click()
        await expect.poll(width).toBeGreaterThan(actual * 1.9)
        await section.getByText('Fit').click()
        await expect.poll(fits).toBe(true)
      },
    )
  })
}

test('a plugin lists the keys in its manifest', { tag: '@long' }, async ({ page }) => {
  const { items } = await readList(page, 'plugin/list?author=ENIAC')
  await page.goto(`/home/plugin/detail/${items[0]?.id}`)
  const keys = page.getByRole('region', { name: 'Included keys' }).getByRole('listitem')
  await expect(keys).toHaveText(['Counter', 'CycleButton', 'Slider', 'Wheel', 'Submenu'])
  const widths = await keys.evaluateAll((all) => all.map((one) => one.clientWidth))
  expect(widths[3]).toBeGreaterThan(widths[0] ?? 0)
})

test('icons can be filtered by name, and their names copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await goToPack(page)
  const section = page.getByRole('region', { name: 'Icons in this pack' })
  await section.getByRole('searchbox', { name: 'Filter by name' }).fill('cloud rain')
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expect(section.getByRole('listitem').first()).toContainText('cloud-rain')
  await section.getByRole('listitem').first().hover()
  await section.getByRole('button', { name: 'Copy the name cloud-rain', exact: true }).click()
  await expect(page.getByText('Name copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('cloud-rain')
  await section.getByRole('searchbox').fill('no such icon')
  await expect(section.getByText('No icon with that name')).toBeVisible()
  await section.getByRole('searchbox').fill('')
  await expect(section.getByRole('listitem').nth(20)).toBeAttached()
})

test(
  'icons stay filtered while all icons of the pack load, and after they failed to',
  { tag: '@long' },
  async ({ page }) => {
    const list = '**/api/v1/icon/*/icons'
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
    await page.route(list, async (route) => {
      await mayAnswer
      await route.abort()
    })
    await goToPack(page)
    const section = page.getByRole('region', { name: 'Icons in this pack' })
    const box = section.getByRole('searchbox', { name: 'Filter by name' })
    const tiles = section.getByRole('listitem').filter({ visible: true })
    await expect(tiles.nth(20)).toBeAttached()
    const asked = page.waitForRequest(list)
    await box.pressSequentially('cloud rain')
    await expect(tiles).toHaveCount(2)
    const most = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let isOver = false
          addEventListener('stop-looking', () => (isOver = true))
          const look = (sofar: number) => {
            const tiles = [...document.querySelectorAll('.icon-tiles > li')]
            const now = Math.max(sofar, tiles.filter((tile) => tile.checkVisibility()).length)
            if (isOver) resolve(now)
            else requestAnimationFrame(() => look(now))
          }
          look(0)
        }),
    )
    await asked
    await useScripts(page)
    await page.evaluate(() => dispatchEvent(new Event('stop-looking')))
    expect(await most, 'visible icons in any frame').toBe(2)

    answer()
    await expect(
      page.getByText('The other icons could not be loaded. Please try again.', { exact: true }),
    ).toBeVisible()
    await expect(box).toHaveValue('')
    await expect(tiles.nth(20)).toBeAttached()

    await page.unroute(list)
    await box.fill('cloud rain')
    await expect(tiles).toHaveCount(2)
    await expect(tiles.first()).toHaveAttribute('aria-setsize', '2')
  },
)

test(
  '5 760 icons can be scrolled through without all being in the DOM at once',
  { tag: '@long' },
  async ({ page }) => {
    await page.route('**/api/v1/icon/*/icons', async (route) => {
      const answer: unknown = await (await route.fetch()).json()
      const { items } = z.object({ data: packIconsSchema }).parse(answer).data
      const many = Array.from({ length: 5_760 }, (_, at) => ({
        name: `icon-${at}`,
        url: items[at % items.length]?.url ?? '',
      }))
      await route.fulfill({ json: { code: 200, message: '', data: { items: many } } })
    })
    await goToPack(page)
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('icon')
    const tiles = page.getByRole('region', { name: 'Icons in this pack' }).getByRole('listitem')
    await expect(tiles.first()).toHaveAttribute('aria-setsize', '5760')
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeGreaterThan(30_000)
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), height / 2)
    await expect(page.locator('#icon-icon-2880')).toBeAttached()
    expect(await tiles.count()).toBeLessThan(400)
  },
)

test(
  'the lightbox is operable by keyboard and restores focus',
  { tag: '@long' },
  async ({ page }) => {
    await goToPack(page)
    const link = page.getByRole('region', { name: 'Gallery' }).getByRole('link').first()
    await link.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Gallery' })
    await expect(dialog).toBeVisible()
    const count = dialog.getByRole('status')
    await expect(count).toContainText('Picture 1 of 3')
    await page.keyboard.press('ArrowRight')
    await expect(count).toContainText('Picture 2 of 3')
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await expect(count).toContainText('Picture 1 of 3')
    await dialog.getByRole('button', { name: 'Next picture' }).click()
    await expect(count).toContainText('Picture 2 of 3')
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
  },
)

test(
  'a gallery picture links to its file without JavaScript',
  { tag: '@long' },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(process.env['E2E_URL'] ?? '')
    await goToPack(page)
    await page.getByRole('region', { name: 'Gallery' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/api\/v1\/file\/[\w-]+\/[\w.-]+\.webp$/)
    await context.close()
  },
)

test('hostile drawings, unsanitised, run no script and send no external request where packs show drawings', async ({
  page,
}) => {
  const asked: string[] = []
  const said: string[] = []
  page.on('dialog', async (dialog) => {
    said.push(dialog.message())
    await dialog.dismiss()
  })
  page.on('request', (request) => asked.push(request.url()))
  await page.exposeFunction('report', (blocked: string) => said.push(blocked))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      Reflect.get(window, 'report')(event.blockedURI)
    })
  })
  await goToPack(page)
  const tile = page.locator('#icon-umbrella')
  for (const [name, source] of Object.entries(HOSTILE_SVGS)) {
    const url = `/api/v1/file/hostile/icons/${name.replaceAll(' ', '-')}.svg`
    await page.route(`**${url}`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: source }),
    )
    await tile.evaluate(async (place, address) => {
      // Shown both ways: as an image (coloured drawings) and as a mask (drawings of a single grey).
      const image = new Image()
      const ground = place.querySelector<HTMLElement>('.icon-ground')
      ground?.style.setProperty('--sheet', `url("${address}")`)
      const done = new Promise((resolve) => {
        image.addEventListener('load', resolve, { once: true })
        image.addEventListener('error', resolve, { once: true })
      })
      image.src = address
      place.append(image)
      await done
    }, url)
  }
  expect(said).toEqual([])
  expect(asked.filter((url) => url.startsWith(ELSEWHERE))).toEqual([])
  expect(asked.filter((url) => url.includes('/hostile/')).length).toBeGreaterThan(15)
})
