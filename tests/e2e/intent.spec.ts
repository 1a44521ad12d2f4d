import { gzipSync } from 'node:zlib'
import { expect, type Page } from 'playwright/test'
import { FLIGHT, holdScripts, searchBox, test, themeButton } from './intent.ts'
import { isWhole } from '#tests/support/whole.ts'
import { readList } from './lists.ts'

/** Scripts that run before a visitor begins to use a page, gzipped, in bytes. */
const EARLY_MAX = 5 * 1024
/** Addresses of the kinds of public pages. */
async function screens(page: Page): Promise<string[]> {
  const { items } = await readList(page, 'index/search?q=Barometer')
  const author = encodeURIComponent(items[0]?.author.name ?? '')
  return [
    '/home/index',
    '/de/home/iconpack',
    `/home/iconpack/detail/${items[0]?.id}`,
    '/home/search?q=moon',
    `/home/author/${author}`,
    '/ja/home/faq',
    '/home/publish/automation',
    '/home/developers',
    '/nowhere',
  ]
}

/** Counts changes of an attribute of the document element. */
async function countThemes(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { themes: 0 })
    addEventListener('DOMContentLoaded', () => {
      const count = () =>
        Object.assign(window, { themes: Number(Reflect.get(window, 'themes')) + 1 })
      new MutationObserver(count).observe(document.documentElement, {
        attributeFilter: ['data-theme'],
      })
    })
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'themes')))
}
test('no script of the framework runs before a visitor begins to use a page', async ({ page }) => {
  const weigh = async (src: string) => gzipSync(await (await page.request.get(src)).body()).length
  for (const address of await screens(page)) {
    await page.goto(address)
    const { inline, external, flight } = await page.evaluate(() => ({
      inline: [...document.scripts].flatMap(({ type, src, text }) =>
        src === '' && (type === '' || type === 'text/javascript') ? [text] : [],
      ),
      external: [...document.scripts].flatMap(({ src }) => (src === '' ? [] : [src])),
      flight: '__next_f' in window || 'next' in window,
    }))
    expect(flight, address).toBe(false)
    let bytes = gzipSync(inline.join('\n')).length
    for (const src of external) bytes += await weigh(src)
    expect(bytes, `${address} runs ${external.join(' ')}`).toBeLessThanOrEqual(EARLY_MAX)
    const html = await (await page.request.get(address)).text()
    expect(html, address).not.toMatch(/__next_f|<script[^>]*async/)
  }
})

test(
  'the theme changes with the first click, exactly once, on every screen',
  { tag: '@long' },
  async ({ page }) => {
    const themes = await countThemes(page)
    const all = await screens(page)
    const addresses = all.filter((_, at) => isWhole || at % 3 === 0)
    for (const [at, address] of addresses.entries()) {
      await test.step(address, async () => {
        const scripts = await holdScripts(page)
        await page.goto(address)
        const html = page.locator('html')
        const theme = at % 2 === 0 ? 'light' : 'dark'
        await themeButton(page).click()
        await expect(html).toHaveAttribute('data-theme', theme)
        await scripts.release()
        await expect(html).toHaveAttribute('data-theme', theme)
        expect(await themes()).toBe(1)
        await page.unroute(FLIGHT)
      })
    }
  },
)

test('the first key and the text after it arrive exactly once', async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto('/home/faq')
  await page.keyboard.press('/')
  await page.keyboard.type('moon')
  await expect(searchBox(page)).not.toBeFocused()
  await scripts.release()
  await expect(searchBox(page)).toBeFocused()
  await expect(searchBox(page)).toHaveValue('moon')
})

test(
  'a search that is typed before its scripts run keeps text, focus and selection, and gets suggestions',
  { tag: '@long' },
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/suggestions') asked.push(searchParams.get('q') ?? '')
    })
    const scripts = await holdScripts(page)
    await page.goto('/home/search?q=sun')
    const field = page.getByRole('main').locator('input[type=search]')
    await field.fill('')
    await page.keyboard.type('baromexx')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(page.getByRole('listbox').getByRole('option').last()).toHaveText(
      'Show all results: baromexx',
    )
    await scripts.release()
    await expect(field).toBeFocused()
    await page.keyboard.type('ter')
    await expect(field).toHaveValue('barometer')
    await expect(page.getByRole('option').first()).toContainText('Barometer')
    expect(asked.filter((term) => term === 'barometer')).toHaveLength(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=barometer$/)
  },
)

test(
  'a search that is sent before its scripts run is made once',
  { tag: '@long' },
  async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/home/search') sent.push(request.url())
    })
    await holdScripts(page)
    await page.goto('/home/index')
    await searchBox(page).click()
    await page.keyboard.type('barometer')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/home\/search\?q=barometer$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(sent).toHaveLength(1)
  },
)

test('a filter that is chosen before its scripts run is applied once', async ({ page }) => {
  const visited: string[] = []
  const scripts = await holdScripts(page)
  await page.goto('/home/iconpack')
  page.on('framenavigated', (frame) => {
    // The framework names the address of the page again when it hydrates.
    if (frame.url().includes('?')) visited.push(frame.url())
  })
  await page.getByLabel('Sort by').selectOption('name')
  await scripts.release()
  await expect(page).toHaveURL(/\/home\/iconpack\?sort=name$/)
  expect(visited).toHaveLength(1)
})

test(
  'a file that is chosen before its part of the page hydrates is delivered, and not lost',
  { tag: '@long' },
  async ({ page }) => {
    const scripts = await holdScripts(page)
    await page.goto('/home/faq')
    // A field that takes nothing when the page hydrates, like one in a part that hydrates later.
    await page.evaluate(() => {
      const field = document.createElement('input')
      Object.assign(field, { type: 'file', id: 'late' })
      field.addEventListener('change', () => (field.dataset['heard'] = field.files?.[0]?.name))
      document.body.append(field)
    })
    const field = page.locator('#late')
    await field.setInputFiles({ name: 'a.iconpack', mimeType: '', buffer: Buffer.from('a') })
    await scripts.release()
    await expect(field).toHaveAttribute('data-heard', 'a.iconpack')
  },
)

test(
  'icons that are filtered before their scripts run are filtered once; a copied hash is copied once',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const copied: string[] = []
      Object.assign(window, { copied })
      Object.assign(navigator.clipboard, {
        writeText: async (text: string) => void copied.push(text),
      })
    })
    const { items } = await readList(page, 'index/search?q=Barometer')
    const scripts = await holdScripts(page)
    await page.goto(`/home/iconpack/detail/${items[0]?.id}`)
    const icons = page.getByRole('region', { name: 'Icons in this pack' })
    await icons.getByRole('searchbox').click()
    await page.keyboard.type('sun')
    await expect(icons.getByText(/^sun/).first()).toBeVisible()
    await expect(icons.getByText(/^barometer/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Copy the SHA-256' }).click()
    await scripts.release()
    await expect(icons.getByRole('searchbox')).toHaveValue('sun')
    await expect(icons.getByRole('listitem').first()).toContainText('sun')
    const copied: unknown = await page.evaluate(() => Reflect.get(window, 'copied'))
    expect(copied).toEqual([items[0]?.file?.sha256])
  },
)

test(
  'a menu that is opened before its scripts run stays open',
  { tag: '@long' },
  async ({ page }) => {
    const scripts = await holdScripts(page)
    await page.goto('/home/faq')
    await page.getByRole('banner').locator('summary[aria-label="Language"]').click()
    const entry = page.getByRole('banner').getByRole('link', { name: 'Deutsch' })
    await expect(entry).toBeVisible()
    await scripts.release()
    await expect(entry).toBeVisible()
  },
)
