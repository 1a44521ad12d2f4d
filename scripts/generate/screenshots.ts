import { mkdir, readdir, rm } from 'node:fs/promises'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { z } from 'zod'
import { listSchema } from '#lib/contract/list.ts'
import { findChromium } from '#scripts/test/browsers.ts'

/* `npm run screenshots -- URL`: takes the screenshots in docs/screenshots from a running site. */

const [url = 'http://localhost:3000'] = process.argv.slice(2)
const FOLDER = 'docs/screenshots'

async function firstId(list: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/${list}`)
  const [first] = z.object({ data: listSchema }).parse(await response.json()).data.items
  return first?.id ?? ''
}

const pack = `/home/iconpack/detail/${await firstId('icon/list?limit=1')}`
/** Path of each page, and the selector to scroll to. */
const SCREENS = {
  home: ['/home/index'],
  list: ['/home/iconpack'],
  detail: [pack],
  search: ['/home/search?q=weather'],
  icons: [pack, '#icons'],
  profile: [`/home/profile/detail/${await firstId('profile/list?limit=1')}`, '#strip'],
} as const satisfies Record<string, readonly string[]>
const PICTURES: [keyof typeof SCREENS, 'dark' | 'light', number][] = [
  ['home', 'dark', 1440],
  ['home', 'light', 1440],
  ['list', 'dark', 1440],
  ['list', 'light', 390],
  ['detail', 'dark', 1440],
  ['detail', 'light', 390],
  ['search', 'light', 1440],
  ['search', 'dark', 390],
  ['icons', 'dark', 1440],
  ['icons', 'light', 768],
  ['profile', 'dark', 768],
  ['profile', 'light', 1440],
]

await mkdir(FOLDER, { recursive: true })
for (const name of await readdir(FOLDER)) await rm(`${FOLDER}/${name}`)
const browser = await chromium.launch({
  executablePath: findChromium(console.log),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const [screen, theme, width] of PICTURES) {
  const viewport = { width, height: width < 500 ? 844 : 900 }
  const context = await browser.newContext({ viewport, colorScheme: 'dark' })
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme)
  const page = await context.newPage()
  const [path, selector] = SCREENS[screen]
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
  if (selector) {
    await page.locator(selector).evaluate((target) => {
      scrollBy({ top: target.getBoundingClientRect().top - 140, behavior: 'instant' })
    })
    await page.waitForLoadState('networkidle')
  }
  const file = `${FOLDER}/${screen}-${theme}-${width}.png`
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 80 })
    .toFile(file)
  console.log(file)
  await context.close()
}
await browser.close()
